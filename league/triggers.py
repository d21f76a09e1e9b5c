"""Rules that a CHECK cannot say, as triggers on SQLite and PostgreSQL, from one registry.

Each app states its triggers in its `guards` module. `sync` makes the database hold exactly the
registered ones. It runs after every `migrate`, because SQLite drops triggers silently when a
migration rebuilds their table. A trigger's name carries a digest of its definition, so comparing
names compares definitions.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

PREFIX = "amr_"


@dataclass(frozen=True)
class Trigger:
    """Refuses a row operation while `condition` (SQL over OLD and NEW) holds.

    `events` are INSERT, UPDATE, DELETE and, on PostgreSQL only, TRUNCATE (which has no rows and
    is always refused). The refusal reaches Python as `django.db.IntegrityError` naming `name`.
    `lifted_for_flush`: a flush in tests deletes rows, which this trigger would refuse.
    """

    name: str
    table: str
    events: tuple[str, ...]
    condition: str = "TRUE"
    lifted_for_flush: bool = field(default=False, compare=False)

    def statements(self, vendor: str) -> dict[str, list[str]]:
        """Installed name → SQL that installs it."""
        made = {}
        for event in self.events:
            if event == "TRUNCATE" and vendor == "sqlite":
                continue
            sql = (self._sqlite if vendor == "sqlite" else self._postgresql)(event)
            made[self.installed_name(event)] = sql
        return made

    def installed_name(self, event: str) -> str:
        text = f"{self.name}|{self.table}|{event}|{self.condition}"
        digest = hashlib.sha256(text.encode()).hexdigest()[:6]
        return f"{PREFIX}{self.name}_{event[:3].lower()}_{digest}"

    def _sqlite(self, event: str) -> list[str]:
        return [
            f"CREATE TRIGGER {self.installed_name(event)} BEFORE {event} ON {self.table} "
            f"FOR EACH ROW WHEN {self.condition} BEGIN SELECT RAISE(ABORT, '{self.name}'); END"
        ]

    def _postgresql(self, event: str) -> list[str]:
        name = self.installed_name(event)
        refuse = f"RAISE EXCEPTION '{self.name}' USING ERRCODE = '23514';"
        if event == "TRUNCATE":
            body, level = refuse, "STATEMENT"
        else:
            body, level = f"IF {self.condition} THEN {refuse} END IF;", "ROW"
        result = {"INSERT": "NEW", "UPDATE": "NEW", "DELETE": "OLD", "TRUNCATE": "NULL"}[event]
        return [
            f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ "
            f"BEGIN {body} RETURN {result}; END $$",
            f"CREATE TRIGGER {name} BEFORE {event} ON {self.table} "
            f"FOR EACH {level} EXECUTE FUNCTION {name}()",
        ]


REGISTRY: list[Trigger] = []


def register(*triggers: Trigger) -> None:
    for trigger in triggers:
        if trigger not in REGISTRY:
            REGISTRY.append(trigger)


def append_only(table: str) -> Trigger:
    """No row of `table` ever changes or goes."""
    return Trigger(
        f"{table}_append_only", table, ("UPDATE", "DELETE", "TRUNCATE"), lifted_for_flush=True
    )


def no_deletion(table: str) -> Trigger:
    return Trigger(f"{table}_no_deletion", table, ("DELETE", "TRUNCATE"), lifted_for_flush=True)


def frozen(table: str, columns: Sequence[str], *, once: str = "TRUE") -> Trigger:
    """The named columns keep their first value (while `once`, SQL over OLD, holds)."""
    changed = " OR ".join(f"(OLD.{column} IS DISTINCT FROM NEW.{column})" for column in columns)
    return Trigger(f"{table}_frozen", table, ("UPDATE",), f"({once}) AND ({changed})")


def required(name: str, table: str, violation: str) -> Trigger:
    """Refuse an insert or update for which `violation` (SQL over NEW) holds."""
    return Trigger(name, table, ("INSERT", "UPDATE"), violation)


def _sql(connection: BaseDatabaseWrapper, statement: str) -> str:
    # SQLite learnt IS DISTINCT FROM in 3.39; its own IS NOT has always meant the same.
    if connection.vendor == "sqlite":
        return statement.replace("IS DISTINCT FROM", "IS NOT")
    return statement


def installed(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Name → table of every trigger of ours that the database really has."""
    query = (
        "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'"
        if connection.vendor == "sqlite"
        else "SELECT t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
        "WHERE NOT t.tgisinternal"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {name: table for name, table in cursor.fetchall() if name.startswith(PREFIX)}


def expected(
    connection: BaseDatabaseWrapper, triggers: Iterable[Trigger] | None = None
) -> dict[str, tuple[str, list[str]]]:
    """Name → (table, SQL) of every trigger the database should have, for the tables it has."""
    tables = set(connection.introspection.table_names())
    return {
        name: (trigger.table, sql)
        for trigger in (REGISTRY if triggers is None else triggers)
        if trigger.table in tables
        for name, sql in trigger.statements(connection.vendor).items()
    }


def _drop(connection: BaseDatabaseWrapper, cursor: Any, name: str, table: str) -> None:
    if connection.vendor == "sqlite":
        cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
    else:
        cursor.execute(f"DROP FUNCTION IF EXISTS {name}() CASCADE")


def sync(connection: BaseDatabaseWrapper) -> None:
    """Install what is missing and drop what is no longer registered."""
    wanted, present = expected(connection), installed(connection)
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for name, table in present.items():
            if name not in wanted:
                _drop(connection, cursor, name, table)
        for name, (_table, statements) in wanted.items():
            if name not in present:
                for statement in statements:
                    cursor.execute(_sql(connection, statement))


def lift_before_migrate(*, using: str, plan: Sequence[Any] = (), **_: Any) -> None:
    """SQLite rebuilds a table under another name, and refuses that while a trigger of a second
    table speaks of it. `sync_after_migrate` puts all of them back; so does the next `migrate` after
    one that failed."""
    from django.db import connections

    connection = connections[using]
    if connection.vendor != "sqlite" or not plan:
        return
    with transaction.atomic(using=using), connection.cursor() as cursor:
        for name, table in installed(connection).items():
            _drop(connection, cursor, name, table)


def sync_after_migrate(*, using: str, **_: Any) -> None:
    from django.db import connections

    sync(connections[using])


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Without the triggers that refuse deletion: for the flush between tests, nothing else."""
    present = installed(connection)
    lift = expected(connection, [trigger for trigger in REGISTRY if trigger.lifted_for_flush])
    with connection.cursor() as cursor:
        for name, (table, _statements) in lift.items():
            if name in present:
                _drop(connection, cursor, name, table)
    try:
        yield
    finally:
        sync(connection)
