"""The organiser's pages with encounters: calendar, results, publications."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
