"""Tables of encounters and what surrounds them: shape and constraints, no logic."""

from matches.models.actas import Acta, Signature
from matches.models.cases import (
    Case,
    CaseNote,
    Claim,
    Evidence,
    PointAdjustment,
    Ruling,
    Sanction,
    Statement,
)
from matches.models.encounters import (
    Break,
    Draw,
    Encounter,
    Incident,
    Partida,
    Postponement,
    Presence,
    Seat,
    SideRecord,
)
from matches.models.publications import StandingsPublication

__all__ = [
    "Acta",
    "Break",
    "Case",
    "CaseNote",
    "Claim",
    "Draw",
    "Encounter",
    "Evidence",
    "Incident",
    "Partida",
    "PointAdjustment",
    "Postponement",
    "Presence",
    "Ruling",
    "Sanction",
    "Seat",
    "SideRecord",
    "Signature",
    "StandingsPublication",
    "Statement",
]
