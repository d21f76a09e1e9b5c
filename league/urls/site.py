"""Pages for everybody: the front page, the rule book, the style guide."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
