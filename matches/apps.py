from django.apps import AppConfig
from django.db.models.signals import post_migrate


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = "Encuentros"

    def ready(self) -> None:
        from league import debts
        from league.triggers import sync_after_migrate
        from matches import (  # noqa: F401  they register
            cachibol_words,
            guards,
            record_refusals,
            scoresheet_guards,
            sentences,
            sheet_claim_guards,
            sheet_words,
            tournament_sentences,
        )
        from matches.paper import system_checks  # noqa: F401  it registers
        from matches.selectors.fines import due_by_club
        from matches.services import (
            acta_prints,
            housekeeping,
            matchdays,
            reminders,
            signing_codes,
        )
        from matches.topics import register_topics

        acta_prints.register()
        housekeeping.register_jobs()
        matchdays.register_jobs()
        debts.register(due_by_club)
        reminders.register_jobs()
        register_topics()
        signing_codes.register()
        post_migrate.connect(sync_after_migrate, sender=self)
