"""Pages of a signed-in person: landing, inbox."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
