"""Tables of encounters and what surrounds them: shape and constraints, no logic."""

from matches.models.actas import Acta, Sight, Signature
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
from matches.models.dates import DateRule, DateSignature, Postponement, ProposedDate
from matches.models.deals import DisputedDeal
from matches.models.drafts import ClaimDraft, RulingTemplate, StatementDraft
from matches.models.encounters import (
    Break,
    Draw,
    Encounter,
    GameStones,
    Incident,
    Partida,
    Presence,
    Seat,
    SideRecord,
)
from matches.models.paper import ActaPrint, Confirmation
from matches.models.prizes import Prize
from matches.models.publications import StandingsPublication
from matches.models.referees import RefereeDuty
from matches.models.scoresheets import (
    Scoresheet,
    SheetAct,
    SheetCheck,
    SheetCode,
    SheetPlayer,
    SheetRole,
    SheetSignature,
)
from matches.models.seals import IssuedFile, Seal
from matches.models.sendings import Sending
from matches.models.sheet_claims import SheetClaim, SheetClaimCode
from matches.models.signing import Disavowal, SigningCode
from matches.models.tournaments import BracketSlot, Fixture

__all__ = [
    "Acta",
    "ActaPrint",
    "BracketSlot",
    "Break",
    "Case",
    "CaseNote",
    "Claim",
    "ClaimDraft",
    "Confirmation",
    "DateRule",
    "DateSignature",
    "Disavowal",
    "DisputedDeal",
    "Draw",
    "Encounter",
    "Evidence",
    "Fixture",
    "GameStones",
    "Incident",
    "IssuedFile",
    "Partida",
    "PointAdjustment",
    "Postponement",
    "Presence",
    "Prize",
    "ProposedDate",
    "RefereeDuty",
    "Ruling",
    "RulingTemplate",
    "Sanction",
    "Scoresheet",
    "Seal",
    "Seat",
    "Sending",
    "SheetAct",
    "SheetCheck",
    "SheetClaim",
    "SheetClaimCode",
    "SheetCode",
    "SheetPlayer",
    "SheetRole",
    "SheetSignature",
    "SideRecord",
    "Sight",
    "Signature",
    "SigningCode",
    "StandingsPublication",
    "Statement",
    "StatementDraft",
]
