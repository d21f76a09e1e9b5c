"""The registry of triggers against what the database really has."""

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction

from league import triggers
from league.triggers import REGISTRY, Trigger
from tests import factories


@pytest.mark.django_db
class TestRegistryAndDatabase:
    def test_the_database_has_exactly_the_registered_triggers(self) -> None:
        wanted = {name: table for name, (table, _) in triggers.expected(connection).items()}
        assert triggers.installed(connection) == wanted

    def test_the_catalogue_itself_says_so(self) -> None:
        """Asked without our own reader, in the words of the issue."""
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            else:
                cursor.execute("SELECT tgname FROM pg_trigger WHERE tgname LIKE 'amr%'")
            names = {name for (name,) in cursor.fetchall()}
        assert names == {
            trigger.installed_name(event)
            for trigger in REGISTRY
            for event in trigger.events
            if connection.vendor == "postgresql" or event != "TRUNCATE"
        }

    def test_every_registered_table_exists(self) -> None:
        assert {trigger.table for trigger in REGISTRY} <= set(
            connection.introspection.table_names()
        )


@pytest.mark.django_db
class TestMigrating:
    def test_sqlite_rebuilds_a_table_that_triggers_of_others_speak_of(self, vendor: str) -> None:
        """The actas are spoken of by the trigger of their signatures."""
        signature = factories.signature()
        triggers.lift_before_migrate(using="default", plan=[object()])
        assert bool(triggers.installed(connection)) == (vendor == "postgresql")
        if vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("CREATE TABLE new__acta AS SELECT * FROM matches_acta")
                cursor.execute("ALTER TABLE matches_acta RENAME TO old__acta")
                cursor.execute("ALTER TABLE new__acta RENAME TO matches_acta")
                cursor.execute("SELECT COUNT(*) FROM matches_acta")
                assert cursor.fetchone() == (1,)
        triggers.sync(connection)
        assert signature.acta_id
        assert "matches_signature" in triggers.installed(connection).values()

    def test_with_nothing_to_do_they_stay(self) -> None:
        before = triggers.installed(connection)
        triggers.lift_before_migrate(using="default", plan=[])
        assert triggers.installed(connection) == before


class TestRegistry:
    def test_names_are_unique(self) -> None:
        names = [trigger.name for trigger in REGISTRY]
        assert len(names) == len(set(names))

    def test_installed_names_fit_into_postgresql(self) -> None:
        names = [trigger.installed_name(event) for trigger in REGISTRY for event in trigger.events]
        assert max(len(name) for name in names) <= 63
        assert len(names) == len(set(names))

    def test_a_changed_definition_changes_the_name(self) -> None:
        one = Trigger("league_x", "league_team", ("UPDATE",), "OLD.id = 1")
        other = Trigger("league_x", "league_team", ("UPDATE",), "OLD.id = 2")
        assert one.installed_name("UPDATE") != other.installed_name("UPDATE")

    def test_registering_twice_is_registering_once(self) -> None:
        before = list(REGISTRY)
        triggers.register(*before)
        assert before == REGISTRY


@pytest.mark.django_db
class TestSync:
    def test_puts_a_lost_trigger_back(self) -> None:
        before = triggers.installed(connection)
        name = next(name for name, table in before.items() if table == "matches_ruling")
        with connection.cursor() as cursor:
            triggers._drop(connection, cursor, name, "matches_ruling")
        assert name not in triggers.installed(connection)
        triggers.sync(connection)
        assert triggers.installed(connection) == before

    def test_removes_what_is_registered_no_more(self) -> None:
        stray = Trigger("league_stray", "league_team", ("UPDATE",), "OLD.id = 0")
        with connection.cursor() as cursor:
            for statement in stray.statements(connection.vendor)[stray.installed_name("UPDATE")]:
                cursor.execute(statement)
        assert stray.installed_name("UPDATE") in triggers.installed(connection)
        triggers.sync(connection)
        assert stray.installed_name("UPDATE") not in triggers.installed(connection)

    def test_leaves_foreign_triggers_alone(self) -> None:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(
                    "CREATE TRIGGER theirs BEFORE UPDATE ON league_team BEGIN SELECT 1; END"
                )
                query = "SELECT count(*) FROM sqlite_master WHERE name = 'theirs'"
            else:
                cursor.execute(
                    "CREATE TRIGGER theirs BEFORE UPDATE ON league_team FOR EACH ROW "
                    "EXECUTE FUNCTION suppress_redundant_updates_trigger()"
                )
                query = "SELECT count(*) FROM pg_trigger WHERE tgname = 'theirs'"
            triggers.sync(connection)
            cursor.execute(query)
            assert cursor.fetchone() == (1,)

    def test_lifted_comes_back_after_an_error(self) -> None:
        before = triggers.installed(connection)
        with pytest.raises(RuntimeError), triggers.lifted(connection):
            assert len(triggers.installed(connection)) < len(before)
            raise RuntimeError
        assert triggers.installed(connection) == before


class TestRebuiltTable:
    """Django rebuilds a table of SQLite for most alterations, and its triggers go with it."""

    @pytest.mark.django_db(transaction=True)
    def test_migrate_heals_what_a_rebuild_lost(self) -> None:
        model = apps.get_model("league", "LedgerEntry")
        before = triggers.installed(connection)
        field = model._meta.get_field("action")
        longer = models.CharField(max_length=61)
        longer.set_attributes_from_name("action")
        longer.model = model
        with connection.schema_editor() as editor:
            editor.alter_field(model, field, longer)
        with connection.schema_editor() as editor:
            editor.alter_field(model, longer, field)
        if connection.vendor == "sqlite":
            lost = before.keys() - triggers.installed(connection).keys()
            assert {before[name] for name in lost} == {"league_ledgerentry"}
        call_command("migrate", verbosity=0, interactive=False)
        assert triggers.installed(connection) == before
        entry = factories.ledger_entry()
        with pytest.raises(IntegrityError), transaction.atomic():
            model.objects.filter(pk=entry.pk).update(action="other")
