"""A version of the acta on paper: what its page says, and the PDF itself.

There are two, as there are two disclosures of the same text (`docs/proof.md`): the whole one for
those who may read the acta, and one for everybody without the words of incidents.

M-D.9   the result with its times                    done
M-D.10  an acta that can be kept and shown           done: sealed, with its own proof inside
M-D.18  "disconforme" with its reason                done: the reason only on the whole one
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone, translation
from django.utils.dateformat import format
from django.utils.translation import gettext as _

from league.models import LedgerChain, LedgerEntry, Registration, User
from league.selectors.record import HEAD_PRINTED, last_head
from matches import bundles, deadlines, incident_kinds, moments, proof, snapshot
from matches.encounter_words import ACTA_REASONS, ACTA_STATES, BOARD_ENDINGS, KINDS, incident
from matches.finding_sentences import finding_sentence
from matches.models import Acta, Break, Confirmation, Signature
from matches.paper.certificates import common_name
from matches.paper.qr import qr
from matches.paper.scoresheet import sheet_values
from matches.paper.seal import sealed
from matches.paper.typeset import typeset
from matches.selectors.evening_boards import games_of
from matches.states.acta import ActaState
from matches.states.partida import Side
from matches.stones import stones_words

_FINDING_LEVELS = {"WARNING": "wait", "COMMITTEE": "stop", "ERROR": "stop"}
_SHORT = 12
Values = dict[str, Any]


def acta_pdf(acta: Acta, *, whole: bool, at: datetime) -> bytes:
    """The PDF of a version with its bundle attached as `acta.json`, sealed.

    `acta` comes with encounter, division, season and competition. Raises what `sealed` and
    `typeset` raise.
    """
    is_match = "sheet" in json.loads(acta.content)
    with translation.override("es"):
        told = sheet_values(acta, whole=whole) | {"proof": _proof(acta)} if is_match else None
        values = (told or acta_values(acta, whole=whole)) | {
            "seal": {"signed": True, "by": common_name(), "at": _exact(at)}
        }
        url = values["proof"]["url"]
    made = typeset(
        "hoja" if is_match else "acta",
        values,
        files={"bundle": proof.bundle(acta, whole=whole).decode(), "qr": qr(url)},
        timestamp=int(at.timestamp()),
    )
    return sealed(made, reason=values["title"])


def acta_values(acta: Acta, *, whole: bool) -> Values:
    """Everything that acta.typ prints, in words."""
    encounter = acta.encounter
    season = encounter.division.season
    content: Mapping[str, Any] = json.loads(acta.content)
    names = _names(content)
    teams = {str(side): content[side.lower()]["name"] for side in Side}
    pair = f"{teams['HOME']} — {teams['AWAY']}"
    state, level = ACTA_STATES.get(acta.state, (_("sin efecto"), "plain"))
    is_played = content["kind"] in {"PLAYED", "AWARDED"} and any(
        board["home"] or board["home_games"] or board["away_games"] for board in content["boards"]
    )
    return {
        "league": season.competition.name,
        "season": season.name,
        "title": _("Acta: %(pair)s, versión %(number)s") % {"pair": pair, "number": acta.number},
        "encounter": pair,
        "version": acta.number,
        "digest-short": grouped(acta.digest[:_SHORT]),
        "kicker": _kicker(acta),
        "home": teams["HOME"],
        "away": teams["AWAY"],
        "score": _pair(content["score"]),
        "games": _pair(content["games"]) if is_played else "",
        "state": {"text": str(state), "level": level},
        "reason": str(ACTA_REASONS[acta.reason]),
        "kind": "" if content["kind"] == "PLAYED" else str(KINDS[content["kind"]]),
        "note": acta.note,
        "boards": _boards(acta, content, names, teams) if is_played else [],
        "facts": _facts(acta, content, names, teams, whole=whole),
        "incidents": [_incident(row, names, teams, whole=whole) for row in content["incidents"]],
        "findings": [
            {
                "text": finding_sentence(row, teams=teams, names=names),
                "clause": row["clause"],
                "level": _FINDING_LEVELS[row["severity"]],
                "committee": row["severity"] == "COMMITTEE",
            }
            for row in content["findings"]
        ],
        "signatures": _signatures(acta, teams, whole=whole),
        "alone": _alone(acta, whole=whole),
        "proof": _proof(acta),
        "public": not whole,
    }


def grouped(text: str, size: int = 4) -> str:
    """A digest in groups that can be read aloud across a table."""
    return " ".join(text[at : at + size] for at in range(0, len(text), size))


def _kicker(acta: Acta) -> str:
    encounter = acta.encounter
    parts = [encounter.division.name, str(encounter.matchday)]
    if encounter.starts_at is not None:
        parts.append(moments.dated(encounter.starts_at))
    if encounter.venue is not None:
        parts.append(", ".join(filter(None, (encounter.venue.name, encounter.venue.town))))
    return " · ".join(parts)


def _boards(
    acta: Acta, content: Mapping[str, Any], names: Mapping[int, str], teams: Mapping[str, str]
) -> list[Values]:
    games = games_of(acta.encounter)
    stones = snapshot.stones_of(content)

    def chairs(board: Mapping[str, Any], side: Side) -> list[dict[str, str]]:
        return [
            {"slot": str(seat["slot"]), "name": names.get(seat["registration"], _("sin nombre"))}
            for seat in board[side.lower()]
        ]

    rows = []
    for board in content["boards"]:
        how, level = BOARD_ENDINGS[board["ended_as"]]
        score = board["home_games"], board["away_games"]
        winner = games.winner(board["ended_as"], board["awarded_to"], score)
        rows.append(
            {
                "number": board["board"],
                "home": chairs(board, Side.HOME),
                "away": chairs(board, Side.AWAY),
                "games": f"{score[0]}–{score[1]}",
                "won": str(winner or ""),
                "how": str(how),
                "level": level,
                "stones": stones_words(stones.get(board["board"], ())),
                "breaks": [_pause(pause, teams) for pause in board["breaks"]],
            }
        )
    return rows


def _pause(pause: Mapping[str, Any], teams: Mapping[str, str]) -> str:
    began, ended = (datetime.fromisoformat(pause[name]) for name in ("started_at", "ended_at"))
    return _("Descanso, %(kind)s (%(team)s): %(began)s–%(ended)s") % {
        "kind": str(Break.Kind(pause["kind"]).label),
        "team": teams[pause["side"]],
        "began": moments.hour(began),
        "ended": moments.hour(ended),
    }


def _facts(
    acta: Acta,
    content: Mapping[str, Any],
    names: Mapping[int, str],
    teams: Mapping[str, str],
    *,
    whole: bool,
) -> list[dict[str, str]]:
    began, ended = _moment(content["started_at"]), _moment(content["ended_at"])
    rows = []
    if began is not None:
        rows.append((_("Comienzo"), moments.dated(began)))
    if ended is not None:
        rows.append((_("Final"), _exact(ended)))
        deadline = _exact(deadlines.claim_deadline(ended))
        claims = _("antes del %(moment)s (M-D.15)") % {"moment": deadline}
        if acta.encounter.division.season.claims_from_sight:
            claims += _("; quien vea el acta más tarde, en las 24 horas desde que la vea")
        rows.append((_("Reclamaciones"), claims))
    if content["draw"] is not None:
        how = _("a mano, confirmado por las dos peñas") if content["draw"]["by_hand"] else ""
        digest = grouped(content["draw"]["digest"][:_SHORT])
        shown = how or _("en los móviles, se puede repetir en la página del encuentro")
        rows.append((_("Sorteo"), f"{shown} · {digest}"))
    for side in Side:
        stated = content["decks"][side]
        if stated is not None:
            rows.append((_("Barajas"), f"{teams[side]}: {_decks(stated)}"))
    for side in Side:
        present = content["present"][side]
        if present:
            people = ", ".join(names.get(one, _("sin nombre")) for one in present)
            told = people if whole else str(len(present))
            rows.append((_("Presentes"), f"{teams[side]}: {told}"))
    if content["over_time_decided"]:
        rows.append((_("Fin de la partida"), _("decidido por el juez-árbitro (M-T.2)")))
    return [{"name": name, "text": text} for name, text in rows]


def _decks(stated: Mapping[str, Any]) -> str:
    opened = {
        True: _("abiertas delante de la visita"),
        None: _("nuevas, sin sobre que abrir"),
        False: _("sin confirmar que se abrieran delante de la visita"),
    }[stated["opened"]]
    return f"{opened}; {_('precintadas') if stated['sealed'] else _('sin precintar')}"


def _incident(
    row: Mapping[str, Any], names: Mapping[int, str], teams: Mapping[str, str], *, whole: bool
) -> Values:
    where = []
    if row["board"]:
        where.append(_("mesa %(number)s") % {"number": row["board"]})
    if row["side"]:
        where.append(teams[row["side"]])
    if whole and row["registration"]:
        where.append(names.get(row["registration"], _("sin nombre")))
    return {
        "words": str(incident_kinds.words_of(row["kind"]) if whole else incident(row["kind"])),
        "where": " · ".join(where),
        "clause": row["clause"],
        "text": row["text"] if whole else "",
        "friendly": row["friendly"],
    }


def _signatures(acta: Acta, teams: Mapping[str, str], *, whole: bool) -> list[Values]:
    found = {row.side: row for row in acta.signatures.select_related("signer")}
    confirmed = {row.side: row for row in acta.confirmations.select_related("person")}
    return [
        {
            "side": _("Local") if side is Side.HOME else _("Visitante"),
            "team": teams[side],
            "absent": _not_signed(acta),
            **(
                _confirmation(confirmed[side], whole=whole)
                if side in confirmed
                else _signature(found.get(side), whole=whole)
            ),
        }
        for side in Side
    ]


def _confirmation(row: Confirmation, *, whole: bool) -> Values:
    """What a side said of a transcription stands where its signature would."""
    return {
        "signed": True,
        "signer": _person(row.person) if whole else _("Su delegado"),
        "moment": _exact(row.at),
        "method": _("transcripción comparada con el papel"),
        "digest": grouped(row.digest[:_SHORT]),
        "chip": _("pone lo mismo") if row.agrees else _("no coincide"),
        "disagrees": not row.agrees,
        "disagreement": row.text if whole else "",
    }


def _signature(row: Signature | None, *, whole: bool) -> Values:
    if row is None:
        return {"signed": False}
    return {
        "signed": True,
        "signer": _person(row.signer) if whole else _("Su delegado"),
        "moment": _exact(row.signed_at),
        "method": str(row.get_method_display()),
        "digest": grouped(row.digest[:_SHORT]),
        "chip": _("disconforme") if row.disagrees else _("firmada"),
        "disagrees": row.disagrees,
        "disagreement": row.disagreement if whole else "",
    }


def _person(user: User) -> str:
    return user.get_full_name() or user.email


def _not_signed(acta: Acta) -> str:
    if acta.state == ActaState.FILED_ALONE:
        return _("No firmó.")
    if acta.reason == Acta.Reason.RULING:
        return _("Sin firma: la hizo el comité al resolver.")
    if acta.reason == Acta.Reason.ORGANISER:
        return _("Transcrita del papel; su delegado no la ha confirmado todavía.")
    return _("Sin firma.")


def _alone(acta: Acta, *, whole: bool) -> str:
    if not acta.filed_alone_reason:
        return ""
    return acta.filed_alone_reason if whole else _("el motivo lo lee el comité.")


def _proof(acta: Acta) -> Values:
    statement, signature = proof.statement_of(acta)
    entry = (
        LedgerEntry.objects.filter(action="acta.in_force", subject=f"acta:{acta.pk}")
        .order_by("-sequence")
        .first()
    )
    rows = [
        (_("Código"), bundles.code_shown(proof.code_of(acta))),
        (_("Huella SHA-256"), grouped(acta.digest, 8)),
    ]
    if signature is not None:
        rows.append(
            (
                _("Firma del servidor"),
                _("Ed25519, clave %(key)s, %(signature)s…")
                % {"key": statement["key"], "signature": grouped(signature[:16])},
            )
        )
    if entry is not None:
        rows.append(
            (
                _("Registro"),
                _("acto %(number)s, %(digest)s…")
                % {"number": entry.sequence, "digest": grouped(entry.digest[:16])},
            )
        )
    season_id = acta.encounter.division.season_id
    published = last_head(season_id)
    if published is not None:
        rows.append(
            (
                _("Cabeza publicada"),
                _("la del %(day)s, acto %(number)s, %(digest)s…")
                % {
                    "day": published.day.strftime("%d/%m/%Y"),
                    "number": published.length,
                    "digest": grouped(published.head[:HEAD_PRINTED]),
                },
            )
        )
    chain = LedgerChain.objects.filter(season=season_id).first()
    if chain is not None:
        rows.append(
            (
                _("Cabeza al imprimir"),
                _("acto %(number)s, %(digest)s…")
                % {"number": chain.length, "digest": grouped(chain.head[:HEAD_PRINTED])},
            )
        )
    return {
        "url": proof.verification_url(acta),
        "rows": [{"name": name, "text": text} for name, text in rows],
    }


def _names(content: Mapping[str, Any]) -> dict[int, str]:
    """Everybody an acta speaks of, in one query; findings name people by registration too."""
    wanted = {pk for side in content["present"].values() for pk in side}
    for board in content["boards"]:
        wanted.update(seat["registration"] for seat in (*board["home"], *board["away"]))
    wanted.update(row["registration"] for row in content["incidents"] if row["registration"])
    for row in content["findings"]:
        facts = row["facts"]
        wanted.update(
            facts[name]
            for name in ("registration", "out", "into")
            if isinstance(facts.get(name), int)
        )
    rows = Registration.objects.filter(pk__in=wanted).select_related("player")
    return {row.pk: str(row.player) for row in rows}


def _pair(sides: Mapping[str, int]) -> str:
    return f"{sides['HOME']}–{sides['AWAY']}"


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _exact(moment: datetime) -> str:
    """To the second, with its year: what counts."""
    return format(timezone.localtime(moment), "j \\d\\e F \\d\\e Y, H:i:s").lower()
