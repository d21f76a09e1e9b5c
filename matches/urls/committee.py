"""The committee's pages, and a delegate's in a case."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
