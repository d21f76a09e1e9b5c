"""Changes to the record by somebody who owns the database: SQL, with the triggers off."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import DataError, IntegrityError, connection, transaction
from django.test import override_settings

from league import canonical, ledger, seals, triggers
from league.jobs import Work
from league.models import LedgerChain, LedgerEntry
from league.services.heads import heads_note
from league.services.signing_keys import key_in_use, key_retire, private_key
from matches import publication_content
from matches.models import StandingsPublication
from matches.services import actas
from matches.services.publications import publication_publish
from matches.services.seals import file_issue
from matches.services.verification import Break, record_verify
from tests.matches.stage import END
from tests.matches.test_rulings import LATER, MESA_2, Affair

# Every text of the record, by table.
TEXTS = {
    "league_ledgerentry": ["action", "subject", "payload", "previous", "digest"],
    "league_ledgerchain": ["head"],
    "league_dayhead": ["head"],
    "league_signingkey": ["key_id", "public_key"],
    "matches_acta": ["content", "digest", "code", "reason", "state", "note", "filed_alone_reason"],
    "matches_signature": ["side", "digest", "method", "disagreement"],
    "matches_seal": ["statement", "signature"],
    "matches_issuedfile": ["digest"],
    "matches_draw": ["seed", "commitment", "home_nonce", "away_nonce", "inputs", "result"],
    "matches_ruling": ["facts", "decision"],
    "matches_standingspublication": ["content", "digest", "note"],
}
# Numbers and moments: one more, one second later.
NUMBERS = {
    "league_ledgerentry": ["sequence"],
    "league_ledgerchain": ["length"],
    "league_dayhead": ["length"],
    "matches_acta": ["number"],
    "matches_issuedfile": ["size"],
    "matches_standingspublication": ["number"],
}
MOMENTS = {
    "league_ledgerentry": ["at"],
    "league_signingkey": ["published_at"],
    "matches_acta": ["created_at"],
    "matches_signature": ["signed_at"],
    "matches_seal": ["sealed_at"],
    "matches_issuedfile": ["issued_at"],
    "matches_draw": ["drawn_at"],
    "matches_ruling": ["ruled_at"],
    "matches_standingspublication": ["published_at"],
}
# Somebody else did it.
PEOPLE = {
    "league_ledgerentry": ["actor_id"],
    "matches_acta": ["created_by_id"],
    "matches_signature": ["signer_id"],
    "matches_standingspublication": ["author_id"],
}


@dataclass(frozen=True)
class Change:
    """One value of one row, before and after."""

    table: str
    column: str
    row: int
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.table}.{self.column} of {self.row}: {self.before!r} -> {self.after!r}"


def sql(statement: str, parameters: list[Any] | None = None) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return list(cursor.fetchall()) if cursor.description else []


def triggers_off() -> None:
    """For the rest of the transaction."""
    connection.check_constraints()  # PostgreSQL drops no trigger while deferred checks wait
    with connection.cursor() as cursor:
        for name, table in triggers.installed(connection).items():
            triggers._drop(connection, cursor, name, table)


@contextmanager
def undone() -> Iterator[None]:
    """What is done inside leaves no trace."""

    class Undo(Exception):
        pass

    try:
        with transaction.atomic():
            yield
            raise Undo
    except Undo:
        pass


def another_byte(text: str, chance: random.Random) -> str:
    """The text with one of its bytes another, so that it is text still."""
    data = text.encode()
    while True:
        place = chance.randrange(len(data))
        changed = bytearray(data)
        changed[place] = chance.randrange(1, 256)
        try:
            found = changed.decode()
        except UnicodeDecodeError:
            continue
        if found != text:
            return found


def byte_changes(chance: random.Random, *, rows: int | None = None) -> Iterator[Change]:
    """For each text of the record one change of a byte, in at most `rows` of its rows."""
    for table, columns in TEXTS.items():
        where = " WHERE drawn_at IS NOT NULL" if table == "matches_draw" else ""
        for column in columns:
            filled = [
                (pk, text) for pk, text in sql(f"SELECT id, {column} FROM {table}{where}") if text
            ]
            if rows is not None and len(filled) > rows:
                filled = chance.sample(filled, rows)
            for pk, text in filled:
                yield Change(table, column, pk, text, another_byte(text, chance))


def other_changes(people: list[int]) -> Iterator[Change]:
    """Numbers, moments and persons: every row of the record."""
    for table, columns in NUMBERS.items():
        for column in columns:
            for pk, value in sql(f"SELECT id, {column} FROM {table}"):
                yield Change(table, column, pk, value, value + 1000)
    for table, columns in MOMENTS.items():
        for column in columns:
            for pk, value in sql(f"SELECT id, {column} FROM {table} WHERE {column} IS NOT NULL"):
                yield Change(table, column, pk, value, "2001-02-03 04:05:06+00:00")
    for table, columns in PEOPLE.items():
        for column in columns:
            for pk, value in sql(f"SELECT id, {column} FROM {table}"):
                other = next(person for person in people if person != value)
                yield Change(table, column, pk, value, other)


def found_after(change: Change) -> list[Break] | None:
    """What `verify_ledger` says after the change; None when the database itself refused it."""
    found: list[Break] = []
    try:
        with undone():
            sql(
                f"UPDATE {change.table} SET {change.column} = %s WHERE id = %s",
                [change.after, change.row],
            )
            found = record_verify()
    except (IntegrityError, DataError):
        return None
    return found


def whole_record() -> Affair:
    """An evening with everything that the record knows: two publications, a correction that both
    sign, a claim, a ruling, a file given out, a day's heads, a key that was retired."""
    affair = Affair()
    division, encounter = affair.division, affair.encounter
    publish = {
        "actor": affair.evening.organiser,
        "division_id": division.pk,
        "matchday_id": encounter.matchday_id,
    }
    publication_publish(**publish, note="Tras la primera jornada", at=END)
    acta = actas.acta_correct(
        actor=affair.evening.home,
        encounter_id=encounter.pk,
        boards={4: {"home_games": 5, "away_games": 4}},
        note="La mesa 4 se apuntó al revés.",
        at=END,
    )
    for user, words in ((affair.evening.home, ""), (affair.evening.away, "No estoy conforme.")):
        acta = actas.acta_sign(
            actor=user,
            acta_id=acta.pk,
            digest=acta.digest,
            disagrees=bool(words),
            disagreement=words,
            at=END,
        )
    file_issue(acta=acta, data=b"%PDF-1.7 of a version", at=END)
    affair.rule(MESA_2)
    publication_publish(**publish, at=LATER)
    with override_settings(SIGNING_KEY=seals.private_key_new()):
        key = key_in_use(at=END)
    key_retire(key_id=key.key_id, at=LATER)
    heads_note(Work(0, "heads", {}, LATER + timedelta(days=1), lambda done, total: None))
    assert not record_verify(), record_verify()
    return affair


def digest(text: str) -> str:
    return canonical.digest(text)


@contextmanager
def another_key() -> Iterator[None]:
    with override_settings(SIGNING_KEY=seals.private_key_new()):
        yield


def signed_again(statement: str) -> str:
    """The statement signed with the key of the settings."""
    return seals.sign(private_key(), statement)


def cut(season: int, entries: int) -> None:
    """Take the last entries away, and make the chain's row say so."""
    chain = LedgerChain.objects.get(season=season)
    length = chain.length - entries
    sql("DELETE FROM league_ledgerentry WHERE chain_id = %s AND sequence > %s", [chain.pk, length])
    head = LedgerEntry.objects.get(chain=chain, sequence=length).digest
    sql(
        "UPDATE league_ledgerchain SET length = %s, head = %s WHERE id = %s",
        [length, head, chain.pk],
    )


def rewrite_chain(season: int, *, without: tuple[str, ...] = (), actor: int | None = None) -> None:
    """Another past, with all its digests right: payloads without some facts, the last act another
    person's."""
    chain = LedgerChain.objects.get(season=season)
    previous = ledger.GENESIS
    rows = list(chain.entries.order_by("sequence"))
    for row in rows:
        payload = {
            name: value for name, value in json.loads(row.payload).items() if name not in without
        }
        row.payload = canonical.dumps(payload)
        if actor is not None and row is rows[-1]:
            row.actor_id = actor
        row.previous = previous
        row.digest = ledger.entry_digest(
            chain=chain.pk,
            sequence=row.sequence,
            actor=row.actor_id,
            at=row.at,
            action=row.action,
            subject=row.subject,
            payload=row.payload,
            previous=previous,
        )
        previous = row.digest
        sql(
            "UPDATE league_ledgerentry SET payload = %s, actor_id = %s, previous = %s, digest = %s "
            "WHERE id = %s",
            [row.payload, row.actor_id, row.previous, row.digest, row.pk],
        )
    sql("UPDATE league_ledgerchain SET head = %s WHERE id = %s", [previous, chain.pk])


def publish_wrongly(publication: StandingsPublication) -> None:
    """Another result, the table that follows from it, and the digest of both."""
    content = json.loads(publication.content)
    line = content["results"][0]
    line["home_score"], line["away_score"] = line["away_score"] + 1, 0
    rows = publication_content.compute(content)
    content["rows"] = [publication_content._row(row, content) for row in rows]
    text = canonical.dumps(content)
    sql(
        "UPDATE matches_standingspublication SET content = %s, digest = %s WHERE id = %s",
        [text, digest(text), publication.pk],
    )


def sealed_again(facts: dict[str, Any]) -> bytes:
    """A bundle whose statement is made to fit its content and signed with the settings' key."""
    private = private_key()
    statement = facts["statement"] | {
        "key": seals.key_id_of(seals.public_key_of(private)),
        "public_digest": digest(canonical.dumps(facts["content"])),
    }
    signature = seals.sign(private, canonical.dumps(statement))
    return canonical.dumps(facts | {"statement": statement, "signature": signature}).encode()
