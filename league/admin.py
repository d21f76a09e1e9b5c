"""Django's admin, for the people who run the installation: accounts only, and little of them.

Everything of the league goes through its services.
"""

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest

from league.models import User

admin.site.unregister(Group)
admin.site.unregister(EmailAddress)
# Signing in goes by the one page that counts failures.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Look accounts up and switch them off. No passwords, no deletion: what they did stays."""

    list_display = ("email", "name", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name")
    ordering = ("email",)
    fields = (
        "email",
        "name",
        "is_active",
        "is_staff",
        "is_superuser",
        "date_joined",
        "last_login",
    )
    readonly_fields = ("email", "is_superuser", "date_joined", "last_login")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
