"""The stones of a game: an address for each, so that two phones differ about one number at most."""

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.models import User
from league.refusals import Refused
from matches.forms.evening import StonesForm
from matches.services.stones import stones_note
from matches.stones import stones_played_to
from matches.views.evening.boards import board_answer, moved_on
from matches.views.evening.sending import tell_phone
from matches.views.evening.stone_fields import WINNERS
from matches.views.evening.visit import SAYS_NO, is_stale, refusal_of, signed_in, visit


@require_POST
@signed_in
def stones(request: HttpRequest, pk: int, board: int, winner: str, game: int) -> HttpResponse:
    """Note the stones of who lost a game."""
    came = visit(request, pk, writes=True, referee=True)
    form = StonesForm(request.POST)
    if winner not in WINNERS:
        raise Http404
    if not form.is_valid():
        error = _("Los tantos se ponen con un número.")
        return board_answer(came, board, {"text": error, "clause": ""})
    lost = form.cleaned_data["stones"]
    try:
        noted = stones_note(
            actor=cast(User, request.user),
            encounter_id=pk,
            board=board,
            winner=WINNERS[winner],
            game=game,
            lost=lost,
            revision=form.cleaned_data["stones-revision"],
            at=came.at,
        )
    except SAYS_NO as refusal:
        if is_stale(refusal):
            return moved_on(came, refusal)
        response = board_answer(came, board, refusal_of(refusal))
        if isinstance(refusal, Refused) and refusal.code == "stones.changed_meanwhile":
            target = stones_played_to(came.stand.encounter.division.season)
            mine, theirs = (
                [target, "?" if one is None else one] for one in (lost, refusal.facts["lost"])
            )
            revision = refusal.facts["revision"]
            tell_phone(response, conflict={"mine": mine, "theirs": theirs, "revision": revision})
        return response
    return tell_phone(board_answer(came, board), revision=noted.revision)
