"""Accounts of people who are given a post. Nobody signs up: they are invited by e-mail."""

from django.db import IntegrityError, transaction

from league.models import User


def account_for_email(*, email: str, name: str = "") -> User:
    """The account of that e-mail, made without a password when there is none.

    Its owner signs in with a code that is sent to the address. A name is only filled in, never
    changed: it belongs to its owner.
    """
    email = email.strip().lower()
    user = User.objects.filter(email=email).first()
    if user is None:
        try:
            with transaction.atomic():
                user = User(email=email, name=name.strip())
                user.set_unusable_password()
                user.save()
        except IntegrityError:  # somebody else invited the same person at this moment
            user = User.objects.get(email=email)
    if name.strip() and not user.name:
        user.name = name.strip()
        user.save(update_fields=["name"])
    return user
