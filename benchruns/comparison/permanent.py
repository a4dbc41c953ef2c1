"""Comparisons under a short address that shows the same results later."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from benchruns.comparison.asked import Asked, words_of
from benchruns.comparison.report import Comparison
from benchruns.errors import NotAllowed
from benchruns.models import KeptComparison

CODE_LENGTH = 12  # characters of five bits
LONGEST_TITLE = 300
MOST_OF_A_USER = 1_000


def keep(
    comparison: Comparison,
    *,
    options: Sequence[tuple[str, str]],
    title: str,
    user: User,
) -> KeptComparison:
    """The kept row of exactly this view; the one there is, if anybody kept it before.

    ``options`` are the words that say how it is shown. NotAllowed for one too many of a user:
    an address that was given to others is not taken back.
    """
    query = urlencode([*words_of(pinned(comparison)), *options], safe="/:@")
    code = code_of(query)
    is_there = KeptComparison.objects.filter(code=code).exists()
    if (
        not is_there
        and KeptComparison.objects.filter(kept_by=user).count() >= MOST_OF_A_USER
    ):
        raise NotAllowed(
            _("You have kept %(most)s comparisons, the most there may be.")
            % {"most": f"{MOST_OF_A_USER:,}"}
        )
    kept, _is_new = KeptComparison.objects.get_or_create(
        code=code,
        defaults={"query": query, "title": title[:LONGEST_TITLE], "kept_by": user},
    )
    return kept


def pinned(comparison: Comparison) -> Asked:
    """What is asked for, with its baseline and with each class's results by name."""
    asked = comparison.asked
    baseline = comparison.base.key if comparison.base else ""
    if asked.is_of_results:
        return replace(asked, baseline=baseline)
    entries = (*comparison.entries, *comparison.hidden)
    pins = frozenset(r.pk for entry in entries for r in entry.results.values())
    return replace(asked, baseline=baseline, pins=pins)


def code_of(query: str) -> str:
    digest = hashlib.sha256(query.encode()).digest()
    return base64.b32encode(digest).decode().lower()[:CODE_LENGTH]
