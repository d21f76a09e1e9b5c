"""Addresses of this app, a module for each kind of user."""

from league.urls import account, setup, site

app_name = "league"
urlpatterns = [*site.urlpatterns, *account.urlpatterns, *setup.urlpatterns]
