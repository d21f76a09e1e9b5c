"""All addresses. Django's admin is for the people who run the installation."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("cuenta/", include("allauth.account.urls")),
    path("administracion/", admin.site.urls),
    path("", include("league.urls")),
    # Last: the public pages of a season start with /<competition>/<season>/.
    path("", include("matches.urls")),
]
