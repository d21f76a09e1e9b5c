"""The organiser's pages that need no encounter: seasons, teams, venues, staff, players."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
