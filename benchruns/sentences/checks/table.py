"""Checks in the words of who reads them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from benchruns.findings import Finding, Worded, read
from benchruns.sentences.catalogue import worded
from benchruns.sentences.checks import (
    content,
    instance_class,
    load,
    provider,
    vendor_consent,
)
from benchruns.sentences.sentence import Sentences
from benchruns.submissions.review.refusals import AgainstRating

# Apart from those of findings, with whom checks share codes. They have no ``why``.
SENTENCES: Mapping[tuple[str, str], Sentences] = {
    **content.SENTENCES,
    **vendor_consent.SENTENCES,
    **provider.SENTENCES,
    **load.SENTENCES,
    **instance_class.SENTENCES,
}


def worded_check(check: Finding | Mapping[str, Any]) -> Worded:
    """With its sentences; a row of an older release keeps those that it holds."""
    finding = read(check) if isinstance(check, Mapping) else check
    known = SENTENCES.get((finding.code, finding.severity))
    said = worded(finding, tables=[{finding.code: known}] if known else [])
    return replace(said, values=_answered(said.values))


def _answered(values: dict[str, Any]) -> dict[str, Any]:
    """A finding among them is given in words where its facts are for those alone."""
    match values:
        case {"finding": {"facts": _} as found}:
            return {**values, "finding": worded(found).as_dict()}
    return values


def failed_first(failed: Sequence[Finding]) -> str:
    """To who would submit with checks that forbid it."""
    messages = " ".join(worded_check(check).message for check in failed)
    return _("Put right what the checks found first: %(messages)s") % {
        "messages": messages
    }


def against_rating(refusal: AgainstRating) -> str:
    """To a program that accepts what is proposed for changes."""
    asked = _(
        "Proposed: ask for changes (%(total)d of %(of)d). Send is_sure to accept it all "
        "the same."
    ) % {"total": refusal.total, "of": refusal.of}
    return " ".join([*(worded_check(each).message for each in refusal.cautions), asked])


def as_answered(check: Finding) -> dict[str, Any]:
    """As the API gives it; the order of the keys is theirs there."""
    said = worded_check(check)
    return {
        "code": said.code,
        "outcome": said.severity,
        "message": said.message,
        "results": list(said.results),
        "values": said.values,
        "remedy": said.remedy,
    }
