"""All addresses. Django's admin is for the people who run the installation."""

from allauth.account import urls as account_urls
from django.contrib import admin
from django.urls import include, path

# An account has the address that it was invited to, and posts are given by address: whoever could
# change his own, unproven, could wait under somebody else's for a post to arrive.
NOT_SERVED = {"account_email", "account_confirm_email", "account_email_verification_sent"}
accounts = [page for page in account_urls.urlpatterns if page.name not in NOT_SERVED]

urlpatterns = [
    path("cuenta/", include(accounts)),
    path("administracion/", admin.site.urls),
    path("", include("league.urls")),
    # Last: the public pages of a season start with /<competition>/<season>/.
    path("", include("matches.urls")),
]
