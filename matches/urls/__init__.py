"""Addresses of this app, a module for each kind of user."""

from matches.urls import committee, dates, evening, organiser, public, rule_book, scoresheet, verify

app_name = "matches"
urlpatterns = [
    *evening.urlpatterns,
    *scoresheet.urlpatterns,
    *dates.urlpatterns,
    *organiser.urlpatterns,
    *committee.urlpatterns,
    *rule_book.urlpatterns,
    *verify.urlpatterns,
    *public.urlpatterns,
]
