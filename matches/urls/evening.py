"""The delegate's evening: presence, draw, results, end, signatures, claims."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
