"""People who sign in. They do so by e-mail; there is no user name."""

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **extra: Any) -> "User":
        user = self.model(email=email.strip().lower(), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **extra: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **extra)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """An account. Rights come from roles in a season or a team, see `league.policies`."""

    email = models.EmailField("correo", unique=True)
    name = models.CharField("nombre", max_length=120, blank=True)
    is_active = models.BooleanField("activa", default=True)
    is_staff = models.BooleanField("administra la instalación", default=False)
    wants_heads = models.BooleanField("recibe cada día la cabeza del registro", default=False)
    # Topics of notices (`league.topics`) that stay in the inbox and do not come by mail.
    mail_off = models.JSONField("avisos sin correo", default=list, blank=True)
    date_joined = models.DateTimeField("alta", default=timezone.now)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = []
    objects = UserManager()

    class Meta:
        verbose_name = "cuenta"
        verbose_name_plural = "cuentas"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(email=Lower("email")), name="league_user_email_lower"
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    def get_full_name(self) -> str:
        return self.name or self.email
