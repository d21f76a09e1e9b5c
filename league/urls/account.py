"""Pages of a signed-in person: landing, inbox."""

from django.urls import URLPattern, path

from league.views import account

urlpatterns: list[URLPattern] = [
    path("mi/", account.me, name="me"),
    path("avisos/", account.inbox, name="inbox"),
    path("avisos/correo/", account.inbox_mail, name="inbox-mail"),
    path("avisos/leidos/", account.inbox_read_all, name="inbox-read-all"),
    path("avisos/<int:notification_id>/", account.inbox_open, name="inbox-open"),
]
