"""What becomes of runs when API tokens end that asked for them.

Who stole a token may have it load a server for hours, or in a month.
"""

from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from benchruns.models import Run
from benchruns.runs.lifecycle.requests import cancel_all
from benchruns.vocabulary import TERMINAL_STATES, RunState


def end_of_token(token: UUID, *, owner_id: int, by: AbstractBaseUser | None) -> int:
    """Cancel those that it asked for, or that a schedule started in which it had a say; how
    many had not ended."""
    return _cancel(owner_id, by=by, token=str(token))


def end_of_all_tokens(owner: AbstractBaseUser, *, by: AbstractBaseUser | None) -> int:
    """The same for each token of the owner, whether it still worked or not."""
    return _cancel(owner.pk, by=by, token=None)


@transaction.atomic
def _cancel(owner_id: int, *, by: AbstractBaseUser | None, token: str | None) -> int:
    """What waits first: the end of what runs would let the next of its sweep begin."""
    going_on = Run.objects.filter(owner_id=owner_id, cancel_requested_at__isnull=True)
    asked_for = going_on.exclude(state__in=TERMINAL_STATES).exclude(tokens=[])
    in_turn = asked_for.order_by("sweep_id", "sweep_position", "pk")
    rows = in_turn.select_for_update(no_key=True).values_list("pk", "state", "tokens")
    found = [(pk, state) for pk, state, ids in rows if token is None or token in ids]
    found.sort(key=lambda each: each[1] == RunState.RUNNING)
    return cancel_all([pk for pk, _state in found], by=by, since="token_ended")
