"""Tables of the league: shape and constraints, no logic."""

from league.models.background import Job, Notification, WorkState
from league.models.clubs import Club, StaffPost, Team, TeamStaff, Venue
from league.models.competitions import (
    Branch,
    Competition,
    Division,
    DrawMode,
    LatePenalty,
    Matchday,
    PhaseKind,
    RegistrationWindow,
    Season,
)
from league.models.ledger import DayHead, LedgerChain, LedgerEntry
from league.models.players import Document, DocumentKind, Player, Registration
from league.models.roles import Delegate, DelegateKind, Role, RoleKind
from league.models.signing import SigningKey
from league.models.tournaments import Court, Tournament
from league.models.users import User

__all__ = [
    "Branch",
    "Club",
    "Competition",
    "Court",
    "DayHead",
    "Delegate",
    "DelegateKind",
    "Division",
    "Document",
    "DocumentKind",
    "DrawMode",
    "Job",
    "LatePenalty",
    "LedgerChain",
    "LedgerEntry",
    "Matchday",
    "Notification",
    "PhaseKind",
    "Player",
    "Registration",
    "RegistrationWindow",
    "Role",
    "RoleKind",
    "Season",
    "SigningKey",
    "StaffPost",
    "Team",
    "TeamStaff",
    "Tournament",
    "User",
    "Venue",
    "WorkState",
]
