"""Attacks on the database that go past the code, and the proof of who refused them."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from league import triggers
from league.triggers import REGISTRY, Trigger
from tests.factories import AT

Attack = Callable[[], object]
_FROZEN_COLUMN = re.compile(r"OLD\.(\w+) IS DISTINCT FROM NEW\.\1")


def guarded(app: str) -> list[Any]:
    """(trigger, event) of every trigger on the app's tables that this database can have."""
    return [
        pytest.param(trigger, event, id=f"{trigger.name}-{event}")
        for trigger in REGISTRY
        if trigger.table.startswith(f"{app}_")
        for event in trigger.events
        if not (event == "TRUNCATE" and connection.vendor == "sqlite")
    ]


def frozen_columns(app: str) -> list[Any]:
    return [
        pytest.param(trigger, column, id=f"{trigger.name}-{column}")
        for trigger in REGISTRY
        if trigger.name == f"{trigger.table}_frozen" and trigger.table.startswith(f"{app}_")
        for column in _FROZEN_COLUMN.findall(trigger.condition)
    ]


def deletion(trigger: Trigger, row: models.Model) -> Attack:
    return lambda: _sql(f"DELETE FROM {trigger.table} WHERE id = %s", [row.pk])


def truncation(trigger: Trigger, row: models.Model) -> Attack:
    return lambda: _sql(f"TRUNCATE {trigger.table} CASCADE")


def idle_update(trigger: Trigger, row: models.Model) -> Attack:
    """Not even an update that changes nothing."""
    return lambda: _sql(f"UPDATE {trigger.table} SET id = id WHERE id = %s", [row.pk])


def column_update(trigger: Trigger, column: str, row: models.Model) -> Attack:
    value = _another_value(type(row), column, row)
    return lambda: _sql(f"UPDATE {trigger.table} SET {column} = %s WHERE id = %s", [value, row.pk])


def staged(
    trigger: Trigger,
    event: str,
    cases: Mapping[tuple[str, str], Callable[[], Attack]],
    rows: Mapping[str, Callable[[], models.Model]],
) -> Attack:
    """The attack on a trigger: its own case, or the obvious one for its kind. KeyError if none."""
    if (trigger.name, event) in cases:
        return cases[trigger.name, event]()
    row = rows[trigger.table]()
    if trigger.name == f"{trigger.table}_frozen":
        return column_update(trigger, _FROZEN_COLUMN.findall(trigger.condition)[0], row)
    if trigger.name not in {f"{trigger.table}_append_only", f"{trigger.table}_no_deletion"}:
        raise KeyError(f"no case for {trigger.name} on {event}")
    return {"DELETE": deletion, "TRUNCATE": truncation, "UPDATE": idle_update}[event](trigger, row)


def refused_by_trigger(trigger: Trigger, event: str, attack: Attack) -> None:
    """Run the attack with no other trigger on the table: this one alone must refuse it."""
    connection.check_constraints()  # PostgreSQL drops no trigger while deferred checks wait
    with connection.cursor() as cursor:
        for name, table in triggers.installed(connection).items():
            if table == trigger.table and name != trigger.installed_name(event):
                triggers._drop(connection, cursor, name, table)
    with pytest.raises(IntegrityError, match=trigger.name), transaction.atomic():
        attack()


def constraints(app: str) -> list[Any]:
    return [
        pytest.param(model, constraint, id=constraint.name)
        for model in apps.get_app_config(app).get_models()
        for constraint in model._meta.constraints
    ]


def refused_by_constraint(
    model: type[models.Model],
    constraint: models.BaseConstraint,
    attack: Attack,
    *,
    also_named: Iterable[str] = (),
) -> None:
    """Run the attack; the refusal names the constraint (SQLite names unique ones by columns)."""
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        attack()
    text = str(refusal.value)
    columns = (
        [
            f"{model._meta.db_table}.{model._meta.get_field(field).column}"
            for field in constraint.fields
        ]
        if isinstance(constraint, models.UniqueConstraint) and constraint.fields
        else []
    )
    named = any(name in text for name in (constraint.name, *also_named))
    assert named or (columns and all(column in text for column in columns)), text


def unique_columns(app: str) -> list[str]:
    """ "table.column" of every column that is unique by itself, primary keys apart."""
    return [
        f"{model._meta.db_table}.{field.column}"
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.local_fields
        if field.unique and not field.primary_key
    ]


def refused_by_unique(column: str, attack: Attack) -> None:
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        attack()
    table, name = column.split(".")
    text = str(refusal.value)
    assert column in text or (table in text and f"Key ({name})" in text), text


def _sql(statement: str, parameters: list[Any] | None = None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)


def _another_value(model: type[models.Model], column: str, row: models.Model) -> Any:
    field = next(field for field in model._meta.fields if field.column == column)
    now = getattr(row, field.attname)
    if isinstance(field, models.BooleanField):
        return not now
    if isinstance(field, models.DateTimeField):
        return connection.ops.adapt_datetimefield_value(AT.replace(year=2001))
    if isinstance(field, models.DateField):
        return "2001-11-20"
    if isinstance(field, models.CharField | models.TextField):
        return "z"
    return 999 if now is None else int(now) + 999
