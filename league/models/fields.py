"""Columns that keep themselves right on every path that writes through the ORM."""

from typing import Any

from django.db import models

from league.collation import sort_key


class SortKeyField(models.CharField):
    """Spanish collation key of another field of the row, renewed on each write."""

    def __init__(self, *args: Any, source: str = "name", **kwargs: Any) -> None:
        self.source = source
        kwargs.setdefault("max_length", 500)
        kwargs.setdefault("editable", False)
        kwargs.setdefault("db_index", True)
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        kwargs["source"] = self.source
        return name, path, args, kwargs

    def pre_save(self, instance: models.Model, add: bool) -> str:
        value = sort_key(str(getattr(instance, self.source)))
        setattr(instance, self.attname, value)
        return value


def words(enum: Any) -> list[tuple[str, str]]:
    """Choices of a StrEnum: the stored words; labels live in `labels`."""
    return [(str(word), str(word)) for word in enum]


def word_check(field: str, enum: Any, name: str) -> models.CheckConstraint:
    """The database knows the same words as the state machine."""
    return models.CheckConstraint(
        condition=models.Q(**{f"{field}__in": [str(word) for word in enum]}), name=name
    )
