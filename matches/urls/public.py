"""What everybody may read of a season."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
