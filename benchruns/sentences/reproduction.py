"""A run beside the published row that it repeats: its ratio, or why there is none."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.figures.metrics import METRICS
from benchruns.findings import marked
from benchruns.models import Result
from benchruns.reproduction.other_test import Unlike
from benchruns.reproduction.ratios import Pair, headline_pair
from benchruns.sentences.doubts import doubts_of

TIMES = 2  # from here on a ratio reads better than a share

_CLAUSES: Mapping[str, Promise] = {
    "engine": gettext_lazy("%(here)s instead of %(published)s"),
    "vcpus": gettext_lazy("%(here)s vCPU instead of %(published)s"),
    "memory_gb": gettext_lazy("%(here)s GB of memory instead of %(published)s"),
    "rows": gettext_lazy("%(here)s rows instead of %(published)s"),
    "scale": gettext_lazy("scale %(here)s instead of %(published)s"),
    "hot_records": gettext_lazy("%(here)s hot records instead of %(published)s"),
    "buffer": gettext_lazy("data %(here)s times the buffer instead of %(published)s"),
    "duration": gettext_lazy("%(here)s s instead of %(published)s s"),
    "threads": gettext_lazy("threads %(here)s instead of %(published)s"),
}


def verdict(published: Result, measured: Result) -> str:
    """``99.6 % of the vendor's 6,740 TPS``, or by what it was another test.

    By what the server was another one comes first, what is in doubt of the vendor's figure
    last. Empty where there is nothing to compare.
    """
    pair = headline_pair(published, measured)
    if pair is None:
        return ""
    told = _compared(pair)
    if not (in_doubt := ", ".join(doubts_of(published.findings))):
        return told
    return _("%(verdict)s; † the vendor's is in doubt: %(doubts)s") % {
        "verdict": told,
        "doubts": in_doubt,
    }


def _compared(pair: Pair) -> str:
    words = {
        "figure": marked(f"{pair.published:,.0f}", pair.published_doubt),
        "unit": METRICS[pair.figure].unit,
    }
    if pair.ratio is None:
        why = _clauses([*pair.server, *pair.unlike])
        return _("another test than the vendor's %(figure)s %(unit)s: %(why)s") % {
            **words,
            "why": why,
        }
    told = _ratio(pair.ratio, words, is_doubted=bool(pair.ratio_doubt))
    if not pair.server:
        return told
    return _("%(server)s: %(ratio)s") % {
        "server": _clauses(pair.server),
        "ratio": told,
    }


def _ratio(ratio: float, words: Mapping[str, str], *, is_doubted: bool) -> str:
    if ratio >= TIMES:
        times = _("%(ratio)s times the vendor's %(figure)s %(unit)s")
        return times % {**words, "ratio": _significant(ratio)}
    share = _("%(share)s %% of the vendor's %(figure)s %(unit)s")
    # whole where one of the two is in doubt, unless it is less than one of them
    is_whole = is_doubted and 100 * ratio >= 1
    told = f"{100 * ratio:.0f}" if is_whole else _significant(100 * ratio)
    return share % {**words, "share": told}


def note_of(pair: Pair) -> str:
    """Why there is no ratio, or why both do not count the same; empty where they do."""
    if not pair.unlike or not pair.is_measured:
        return pair.note
    text = _(
        "Not the vendor's test: %(why)s. No ratio is given: it would say nothing of the "
        "server."
    ) % {"why": _clauses([*pair.server, *pair.unlike])}
    return f"{text} {pair.note}".strip()


def foretold(unlike: Sequence[Unlike], server: Sequence[Unlike]) -> str:
    """Of a run that is not started yet, by what its ``server`` is another one first; empty
    where it will have a ratio."""
    if not unlike:
        return ""
    return _(
        "This will be another test than the vendor's: %(why)s. No ratio will be given: it "
        "would say nothing of the server."
    ) % {"why": _clauses([*server, *unlike])}


def as_stated_but(pairs: Iterable[Pair]) -> str:
    """By what a run with the vendor's parameters was another test; empty where it was not."""
    unlike = next((pair.unlike for pair in pairs if pair.unlike), ())
    return _clauses(unlike)


def notes_of(pairs: Iterable[Pair]) -> list[str]:
    """What is to be said of them, each sentence once."""
    return list(dict.fromkeys(note for pair in pairs if (note := note_of(pair))))


def _clauses(unlike: Iterable[Unlike]) -> str:
    return ", ".join(
        str(_CLAUSES[each.name])
        % {"published": _told(each.published), "here": _told(each.here)}
        for each in unlike
    )


def _told(value: str | float) -> str:
    """Words as they are; a number whole, or three digits of what is small."""
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def _significant(ratio: float) -> str:
    """Three digits, and never an exponent."""
    if ratio >= 100:
        return f"{ratio:,.0f}"
    digits = f"{ratio:#.3g}".rstrip(".")
    return f"{ratio:.6f}" if "e" in digits else digits
