"""What was removed from what was uploaded and stated: how much, and where it stood.

Secrets, and places: hosts, ports, accounts, databases. Of a statement the history keeps
the count: what was kept does not tell it, since a settings table may lack the blanked
line, and an owner may have typed the stars.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Q

from benchruns.models import Submission, SubmissionEvent, SubmittedFile
from benchruns.parsers.concealing.concealing import conceal
from benchruns.parsers.settings.blanking import blank_private
from benchruns.vocabulary import SubmissionStep

COMMAND, SETTINGS, CREDIT = "command", "settings", "credit"  # as steps name them
SECRETS, PLACES = "secrets", "places"  # kinds of what is removed

Counts = dict[str, int]


class Where(NamedTuple):
    """Something stood in a file, in a field of it (see ``COMMAND``), or of all."""

    field: str
    file: str


def removed_in(
    statement: Mapping[str, object] | None = None,
    settings_text: str | None = None,
    credit: str | None = None,
) -> dict[str, Counts]:
    """What will be removed of what is about to be stated: by kind, then by the field.

    Pure. ``drafts.state`` and ``drafts.state_file`` keep the texts without it. Settings
    that are left out because they tell a place are counted as those of a file are.
    """
    texts = {**(statement or {}), CREDIT: credit, SETTINGS: settings_text}
    found: dict[str, Counts] = {SECRETS: {}, PLACES: {}}
    for name, text in texts.items():
        if isinstance(text, str):
            concealed = conceal(text)
            found[SECRETS][name] = concealed.secrets
            found[PLACES][name] = concealed.places
            if name == SETTINGS:
                found[PLACES][name] += blank_private(concealed.text).count
    counted = {
        kind: {name: count for name, count in counts.items() if count}
        for kind, counts in found.items()
    }
    return {kind: counts for kind, counts in counted.items() if counts}


def secrets_in(
    statement: Mapping[str, object] | None = None, settings_text: str | None = None
) -> Counts:
    """Those of them that are secrets: the sum of the values is what to warn of."""
    return removed_in(statement, settings_text).get(SECRETS, {})


def removed(
    submission: Submission, files: Sequence[SubmittedFile]
) -> dict[str, dict[Where, int]]:
    """By kind, then by where it stood, of what still stands; one query.

    A command that was sent again is counted once: by the most that one sending held.
    """
    found: dict[str, dict[Where, int]] = {SECRETS: {}, PLACES: {}}
    stated = SubmissionEvent.objects.filter(
        Q(details__has_key=SECRETS) | Q(details__has_key=PLACES),
        submission=submission,
        step=SubmissionStep.STATED,
    )
    told = list(stated.values_list("details", flat=True))
    for kind, counts in found.items():
        for place, count in _removed(kind, submission, files, told):
            counts[place] = max(counts.get(place, 0), count)
    return {
        kind: {place: count for place, count in counts.items() if count}
        for kind, counts in found.items()
    }


def _removed(
    kind: str,
    submission: Submission,
    files: Sequence[SubmittedFile],
    told: Sequence[Mapping[str, Any]],
) -> Iterator[tuple[Where, int]]:
    for file in files:
        yield Where("", file.name), int(file.report.get(kind, 0))
    standing = {str(file.pk): file for file in files}
    whole = {
        **submission.statement,
        SETTINGS: submission.parameter_settings,
        CREDIT: submission.credit,
    }
    for details in told:
        of_file = standing.get(details.get("file", ""))
        stands = of_file.statement if of_file else whole
        if of_file is None and "file" in details:
            continue  # it was removed
        for name, count in details.get(kind, {}).items():
            if stands.get(name):
                yield Where(name, of_file.name if of_file else ""), int(count)
