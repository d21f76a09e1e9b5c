"""The key that the server signs with: published before its first use, kept for ever, retired."""

from datetime import datetime

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.db import transaction

from league import ledger, seals
from league.models import SigningKey
from league.refusals import Refused


def private_key() -> Ed25519PrivateKey:
    """The key of the settings. Raises ValueError when they hold none."""
    return seals.private_key_of(settings.SIGNING_KEY)


@transaction.atomic
def key_in_use(*, at: datetime) -> SigningKey:
    """The public half of the key of the settings; its first use publishes it in the record.

    Refused `signing_key.retired` when the settings still hold one that was retired.
    """
    public = seals.public_key_of(private_key())
    key_id = seals.key_id_of(public)
    key, first = SigningKey.objects.get_or_create(
        key_id=key_id, defaults={"public_key": public, "published_at": at}
    )
    if first:
        ledger.append(
            season=None,
            actor=None,
            at=at,
            action="signing_key.published",
            subject=f"signing_key:{key.pk}",
            key=key_id,
            public_key=public,
        )
    if not key.signs_at(at):
        raise Refused("signing_key.retired", key=key_id)
    return key


@transaction.atomic
def key_retire(*, key_id: str, at: datetime) -> SigningKey:
    """Nothing is signed with this key any more. Refused `signing_key.in_use` for that of the
    settings, `signing_key.retired` when it was before. Raises SigningKey.DoesNotExist."""
    key = SigningKey.objects.select_for_update().get(key_id=key_id)
    if key.public_key == seals.public_key_of(private_key()):
        raise Refused("signing_key.in_use", key=key_id)
    if key.retired_at is not None:
        raise Refused("signing_key.retired", key=key_id)
    key.retired_at = at
    key.save(update_fields=["retired_at"])
    ledger.append(
        season=None,
        actor=None,
        at=at,
        action="signing_key.retired",
        subject=f"signing_key:{key.pk}",
        key=key_id,
    )
    return key
