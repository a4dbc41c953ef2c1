"""What becomes of schedules when API tokens end that had a say in what they start.

Who stole a token may have it load a server for ever.
"""

from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from benchruns.models import Schedule
from benchruns.schedules import changes
from benchruns.vocabulary import PauseReason


def end_of_token(token: UUID, *, owner_id: int, by: AbstractBaseUser | None) -> int:
    """Pause those that it made, changed or let go on; how many went on until now."""
    return _distrust(owner_id, by=by, token=str(token))


def end_of_all_tokens(owner: AbstractBaseUser, *, by: AbstractBaseUser | None) -> int:
    """The same for each token of the owner, whether it still worked or not."""
    return _distrust(owner.pk, by=by, token=None)


@transaction.atomic
def _distrust(owner_id: int, *, by: AbstractBaseUser | None, token: str | None) -> int:
    go_on = Schedule.objects.filter(owner_id=owner_id, paused_at__isnull=True)
    told = [
        each
        for each in go_on.exclude(tokens=[])
        if token is None or token in each.tokens
    ]
    for schedule in told:
        changes.pause(schedule, by=by, reason=PauseReason.TOKEN_ENDED)
    return len(told)
