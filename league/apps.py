from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class LeagueConfig(AppConfig):
    name = "league"
    verbose_name = "Liga"

    def ready(self) -> None:
        from league import guards  # noqa: F401  registers this app's triggers
        from league.services import heads, housekeeping
        from league.triggers import lift_before_migrate, sync_after_migrate

        heads.register_jobs()
        housekeeping.register_jobs()
        pre_migrate.connect(lift_before_migrate, sender=self)
        post_migrate.connect(sync_after_migrate, sender=self)
