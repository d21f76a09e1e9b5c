"""Where the pages of things are: the one place that knows how addresses are made."""

from django.urls import reverse

from league.models import Division, Matchday, Season, Team, Tournament
from matches.models import Acta, Case, Claim, Encounter, Ruling, StandingsPublication


def _of(season: Season) -> dict[str, str]:
    return {"competition": season.competition.slug, "season": season.slug}


def season_path(season: Season) -> str:
    return reverse("matches:season", kwargs=_of(season))


def standings_path(division: Division) -> str:
    """The live table. Needs the division's season and competition loaded."""
    return reverse("matches:standings", kwargs=_of(division.season) | {"division": division.slug})


def publication_path(publication: StandingsPublication) -> str:
    division = publication.division
    return reverse(
        "matches:publication",
        kwargs=_of(division.season) | {"division": division.slug, "number": publication.number},
    )


def matchday_path(matchday: Matchday) -> str:
    division = matchday.division
    if division.is_knockout:
        return f"{calendar_path(division)}#ronda-{matchday.number}"
    return reverse(
        "matches:matchday",
        kwargs=_of(division.season) | {"division": division.slug, "number": matchday.number},
    )


def calendar_path(division: Division) -> str:
    """Where the encounters of the division are; those of a knock-out are on its tournament's page
    (of the same last word)."""
    if division.is_knockout:
        return reverse(
            "matches:tournament", kwargs=_of(division.season) | {"tournament": division.slug}
        )
    return reverse("matches:calendar", kwargs=_of(division.season) | {"division": division.slug})


def team_path(team: Team, season: Season) -> str:
    return reverse("matches:team", kwargs=_of(season) | {"pk": team.pk})


def encounter_path(encounter: Encounter) -> str:
    """The public page. Needs division, season and competition loaded."""
    return reverse(
        "matches:encounter", kwargs=_of(encounter.division.season) | {"pk": encounter.pk}
    )


def acta_path(acta: Acta) -> str:
    encounter = acta.encounter
    return reverse(
        "matches:acta",
        kwargs=_of(encounter.division.season) | {"pk": encounter.pk, "number": acta.number},
    )


def acta_pdf_path(acta: Acta) -> str:
    """The version as a PDF: whole for who may read it so, public for everybody."""
    encounter = acta.encounter
    return reverse(
        "matches:acta-pdf",
        kwargs=_of(encounter.division.season) | {"pk": encounter.pk, "number": acta.number},
    )


def paper_path(encounter: Encounter) -> str:
    """Where a delegate sends the photo of an acta on paper, and confirms its transcription."""
    return reverse("matches:evening-paper", kwargs={"pk": encounter.pk})


def organise_acta_path(encounter: Encounter) -> str:
    """Where the organiser transcribes an acta on paper."""
    return reverse(
        "matches:organise-encounter-acta",
        kwargs={"season_id": encounter.division.season_id, "pk": encounter.pk},
    )


def acta_file_path(encounter: Encounter, number: int) -> str:
    """The bundle of a version."""
    return reverse(
        "matches:acta-file",
        kwargs=_of(encounter.division.season) | {"pk": encounter.pk, "number": number},
    )


def verify_path(acta: Acta) -> str:
    """The short address that is printed on an acta."""
    return reverse("matches:verify-code", kwargs={"code": acta.code})


def ruling_path(ruling: Ruling) -> str:
    return reverse("matches:ruling", kwargs=_of(ruling.season) | {"number": ruling.number})


def calendar_feed_path(division: Division) -> str:
    """The group's encounters for a calendar app."""
    return reverse(
        "matches:calendar-feed", kwargs=_of(division.season) | {"division": division.slug}
    )


def team_feed_path(team: Team, season: Season) -> str:
    """The team's encounters for a calendar app."""
    return reverse("matches:team-feed", kwargs=_of(season) | {"pk": team.pk})


def dates_path(encounter: Encounter) -> str:
    """Where the delegates agree on another date."""
    return reverse("matches:dates", kwargs={"pk": encounter.pk})


def draw_file_path(encounter: Encounter) -> str:
    """The draw as data."""
    return reverse(
        "matches:draw-file", kwargs=_of(encounter.division.season) | {"pk": encounter.pk}
    )


def evening_path(encounter: Encounter) -> str:
    """The delegates' working page, which leads on to tonight's next step."""
    return reverse("matches:evening", kwargs={"pk": encounter.pk})


def case_path(case: Case) -> str:
    return reverse("matches:case", kwargs={"season_id": case.season_id, "number": case.number})


def publications_path(division: Division) -> str:
    return reverse(
        "matches:publications", kwargs=_of(division.season) | {"division": division.slug}
    )


def publication_check_path(publication: StandingsPublication) -> str:
    """Where anybody can have a publication computed again."""
    division = publication.division
    return reverse(
        "matches:publication-check",
        kwargs=_of(division.season) | {"division": division.slug, "number": publication.number},
    )


def standings_file_path(division: Division) -> str:
    return reverse(
        "matches:standings-file", kwargs=_of(division.season) | {"division": division.slug}
    )


def calendar_file_path(division: Division) -> str:
    return reverse(
        "matches:calendar-file", kwargs=_of(division.season) | {"division": division.slug}
    )


def draw_path(encounter: Encounter) -> str:
    return reverse("matches:draw", kwargs=_of(encounter.division.season) | {"pk": encounter.pk})


def claim_path(claim: Claim) -> str:
    """The receipt of a claim."""
    return reverse("matches:claim", kwargs={"pk": claim.pk})


def teams_path(season: Season) -> str:
    return reverse("matches:teams", kwargs=_of(season))


def referee_path(encounter: Encounter) -> str:
    """The referee's page of an evening."""
    return reverse(
        "matches:referee-encounter",
        kwargs={"season_id": encounter.division.season_id, "pk": encounter.pk},
    )


def prizes_path(season: Season) -> str:
    return reverse("matches:prizes", kwargs=_of(season))


def rulings_path(season: Season) -> str:
    return reverse("matches:rulings", kwargs=_of(season))


def rulings_feed_path(season: Season) -> str:
    return reverse("matches:rulings-feed", kwargs=_of(season))


def cases_path(season: Season) -> str:
    return reverse("matches:cases", kwargs={"season_id": season.pk})


def tournament_path(tournament: Tournament) -> str:
    """The public page of a tournament day. Needs its season and competition loaded."""
    return reverse(
        "matches:tournament", kwargs=_of(tournament.season) | {"tournament": tournament.slug}
    )


def tournament_screen_path(tournament: Tournament) -> str:
    """The same for a screen on the wall."""
    return reverse(
        "matches:tournament-screen", kwargs=_of(tournament.season) | {"tournament": tournament.slug}
    )


def tournament_feed_path(tournament: Tournament) -> str:
    """The matches of the day for a calendar app."""
    return reverse(
        "matches:tournament-feed", kwargs=_of(tournament.season) | {"tournament": tournament.slug}
    )


def organise_tournament_path(tournament: Tournament) -> str:
    return reverse(
        "matches:organise-tournament",
        kwargs={"season_id": tournament.season_id, "pk": tournament.pk},
    )
