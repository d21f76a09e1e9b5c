"""What is not official yet: claims and statements while they are typed, and the texts a ruling
starts from."""

from django.conf import settings
from django.db import models

from league.models import Season
from matches.models.cases import Case
from matches.models.encounters import Encounter


class ClaimDraft(models.Model):
    """A claim as far as its author has typed it; nobody else reads it. It goes when the claim is
    submitted. `key` becomes the claim's: sent from two screens, it is one claim."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="claim_drafts")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="claim_drafts"
    )
    key = models.UUIDField(unique=True)
    text = models.TextField(blank=True, max_length=10000)
    incident = models.CharField(max_length=20, blank=True)
    clause = models.CharField(max_length=12, blank=True)
    record = models.TextField(blank=True, max_length=4000)
    saved_at = models.DateTimeField()

    class Meta:
        verbose_name = "borrador de reclamación"
        verbose_name_plural = "borradores de reclamación"
        ordering = ["-saved_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["encounter", "author"], name="matches_claim_draft_once"
            ),
        ]

    def __str__(self) -> str:
        return f"borrador {self.encounter_id}"


class StatementDraft(models.Model):
    """What a delegate has to say in a case, as far as it is typed; nobody else reads it. It goes
    when the statement is made."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="statement_drafts")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="statement_drafts"
    )
    text = models.TextField(max_length=10000)
    saved_at = models.DateTimeField()

    class Meta:
        verbose_name = "borrador de alegación"
        verbose_name_plural = "borradores de alegación"
        ordering = ["-saved_at"]
        constraints = [
            models.UniqueConstraint(fields=["case", "author"], name="matches_statement_draft_once"),
        ]

    def __str__(self) -> str:
        return f"borrador de alegación {self.case_id}"


class RulingTemplate(models.Model):
    """The text that the committee of a season starts a ruling from, for a reason of a case. Without
    one, the text that comes with the product (`matches.case_words.DRAFTS`)."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="ruling_templates")
    reason = models.CharField("motivo", max_length=40)
    facts = models.TextField("hechos", blank=True, max_length=10000)
    decision = models.TextField("decisión", max_length=10000)
    updated_at = models.DateTimeField()
    updated_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "plantilla de resolución"
        verbose_name_plural = "plantillas de resolución"
        ordering = ["season", "reason"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "reason"], name="matches_ruling_template_once"
            ),
            models.CheckConstraint(
                condition=~models.Q(decision=""), name="matches_ruling_template_decision"
            ),
        ]

    def __str__(self) -> str:
        return f"plantilla {self.reason}"
