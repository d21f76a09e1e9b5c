"""What a season asks of who is given a ficha, and of a ficha to be fielded. Pure.

The terms come from the discipline through the seam (`TeamRules`) and from the season (ages, the day
they are looked at). Each question answers with a `Flaw`, the code and clause of a refusal, or None:
the service raises it, the import shows it at its line, the list of who may play says it.

C-5    shirts in range, each once in a team          → registration.shirt_out_of_range, shirt_taken
C-7.1  a certificate, not older than so many days    → registration.certificate_*
C-7.3  an age on a day                               → registration.birth_date_missing, age_out
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Protocol

from league.season_scheme import HasRules
from rules.registry import discipline
from rules.team_rules import AgeBand, DocumentRule, TeamRules, age_on

# A certificate says no term of its own: for a year, unless whoever files it says another day.
SERVES = timedelta(days=365)


class SeasonTerms(HasRules, Protocol):
    """A season, or anything that says whom it is for."""

    @property
    def age_from(self) -> int | None: ...

    @property
    def age_to(self) -> int | None: ...

    @property
    def reference_date(self) -> date | None: ...


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with an entry: a code, its clause and the facts."""

    code: str
    clause: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EntryTerms:
    """What a season asks of who enters."""

    team: TeamRules
    ages: AgeBand
    day: date | None

    @property
    def asks_age(self) -> bool:
        return self.day is not None and (self.ages.start is not None or self.ages.end is not None)

    @property
    def document(self) -> DocumentRule | None:
        """The one paper asked at registration, if any."""
        return next(iter(self.team.documents), None)

    @property
    def shirt_numbers(self) -> range:
        """The numbers that may be worn; none where nobody wears any."""
        if self.team.shirts is None:
            return range(0)
        first, last = self.team.shirts
        return range(first, last + 1)

    def age_flaw(self, birth: date | None) -> Flaw | None:
        """Whether somebody born that day is out of the category (C-7.3)."""
        if not self.asks_age or self.day is None:
            return None
        clause = self.team.bands_clause
        if birth is None:
            return Flaw("registration.birth_date_missing", clause)
        age = age_on(birth, self.day)
        if self.ages.takes(age):
            return None
        return Flaw(
            "registration.age_out",
            clause,
            {
                "age": age,
                "day": f"{self.day:%d/%m/%Y}",
                "start": self.ages.start if self.ages.start is not None else 0,
                "end": self.ages.end if self.ages.end is not None else 0,
            },
        )

    def shirt_flaw(self, shirt: int | None, taken: Mapping[int, str]) -> Flaw | None:
        """Whether a shirt cannot be worn; `taken` are the shirts of the others with their names
        (C-5). No shirt yet is no flaw."""
        if shirt is None:
            return None
        clause = self.team.shirts_clause
        numbers = self.shirt_numbers
        if shirt not in numbers:
            return Flaw(
                "registration.shirt_out_of_range",
                clause,
                {"shirt": shirt, "first": numbers[0], "last": numbers[-1]}
                if numbers
                else {"shirt": shirt, "first": 0, "last": 0},
            )
        if shirt in taken:
            return Flaw("registration.shirt_taken", clause, {"shirt": shirt, "name": taken[shirt]})
        return None

    def free_shirt(self, taken: Mapping[int, str]) -> int | None:
        """The lowest number that nobody wears; None where nobody wears any, or all are worn."""
        return next((number for number in self.shirt_numbers if number not in taken), None)

    def certificate_flaw(self, issued_on: date | None, day: date) -> Flaw | None:
        """Whether a certificate will not do for who registers on that day (C-7.1)."""
        rule = self.document
        if rule is None:
            return None
        if issued_on is None:
            return Flaw("registration.certificate_missing", rule.clause, {"days": rule.days})
        if issued_on > day:
            return Flaw("registration.certificate_ahead", rule.clause, {})
        age = (day - issued_on).days
        if age > rule.days:
            return Flaw(
                "registration.certificate_old", rule.clause, {"age": age, "days": rule.days}
            )
        return None


def terms_of(season: SeasonTerms) -> EntryTerms:
    """What that season asks."""
    return EntryTerms(
        team=discipline(season.discipline).team_rules(season.options),
        ages=AgeBand("", season.age_from, season.age_to),
        day=season.reference_date,
    )
