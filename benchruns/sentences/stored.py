"""Rows of the release that stored sentences: to codes and values, and back.

A sentence goes where code and values say exactly the same. Where they do not it stays:
the row is then shown in the words of that release.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from benchruns.sentences import verdicts
from benchruns.sentences.catalogue import worded
from benchruns.sentences.findings.figures import number
from benchruns.sentences.sentence import Text, rendered, rounded
from benchruns.units import GB

Json = Mapping[str, Any]
WORDS = ("message", "why", "remedy")
# Those whose sentences hold one of a verdict, which values did not tell.
_VERDICTS: Mapping[str, tuple[str, Mapping[str, Text]]] = {
    "regime_differs": ("message", verdicts.REGIMES),
    "client_bound": ("remedy", verdicts.LIMITS),
}


def without_sentences(finding: Json) -> Json:
    """A stored finding as it is found today; twice is as once."""
    if "message" not in finding:
        return finding
    values = {**finding.get("values", {}), **_reason(finding)}
    plain = {n: v for n, v in finding.items() if n not in WORDS} | {"values": values}
    told = worded(plain)
    words = {name: getattr(told, name) for name in WORDS}
    stored = {name: finding.get(name, "") for name in WORDS}
    earlier = {**words, "message": _earlier(finding["code"], values)}
    return plain if stored in (words, earlier) else finding


def _earlier(code: str, values: Json) -> str:
    """The message of a release that stored it, where today's says it otherwise."""
    message = _EARLIER.get(code)
    if message is None:
        return ""
    with suppress(KeyError):
        return rendered(message, values)
    return ""


def _regime_label(values: Json) -> str:
    data = values.get("data_bytes") or values["estimated_data_bytes"]
    about = "" if "data_bytes" in values else "about "
    size = f"{about}{rounded(data / GB)} GB of data"
    if "buffer_bytes" in values:
        room = values["buffer_bytes"] / GB
        place = f"a buffer of {number(room)} GB"
    else:
        room = values["memory_gb"]
        place = f"{number(room)} GB of memory"
    ratio = f"({data / GB / room:.2f} times)"
    if data < room * GB:
        return f"Labelled disk I/O, and {size} may fit in {place} {ratio}."
    return f"Labelled cached, and {size} cannot fit in {place} {ratio}."


_EARLIER: Mapping[str, Text] = {"regime_label": _regime_label}


def with_sentences(finding: Json) -> Json:
    """As the older release reads it."""
    if "message" in finding:
        return finding
    told = worded(finding)
    return {**finding, **{name: getattr(told, name) for name in WORDS}}


def _reason(finding: Json) -> Json:
    name, sentences = _VERDICTS.get(finding["code"], ("", {}))
    said = str(finding.get(name, ""))
    return _reason_of(sentences, said.endswith) if said else {}


def _reason_of(sentences: Mapping[str, Text], is_said: Callable[[str], bool]) -> Json:
    for reason, text in sentences.items():
        if not callable(text) and is_said(str(text)):
            return {"reason": str(reason)}
    return {}


def evidence_without_sentences(evidence: Json) -> Json:
    """Of an attempt: what its regime and its limit were judged by, as codes."""
    return _changed(evidence, _without)


def evidence_with_sentences(evidence: Json) -> Json:
    return _changed(evidence, _with)


def _changed(
    evidence: Json, change: Callable[[Json, str, Mapping[str, Text]], Json]
) -> Json:
    changed = dict(evidence)
    regime, limit = evidence.get("regime"), evidence.get("bottleneck")
    if regime and regime.get("evidence"):
        numbers = change(regime["evidence"], "note", verdicts.REGIMES)
        changed["regime"] = {**regime, "evidence": numbers}
    if limit:
        changed["bottleneck"] = change(limit, "advice", verdicts.LIMITS)
    return changed


def _without(judged: Json, name: str, sentences: Mapping[str, Text]) -> Json:
    found = _reason_of(sentences, str(judged.get(name, "")).__eq__)
    if not found:
        return judged
    return {**{n: v for n, v in judged.items() if n != name}, **found}


def _with(judged: Json, name: str, sentences: Mapping[str, Text]) -> Json:
    text = sentences.get(judged.get("reason", ""))
    if text is None or name in judged:
        return judged
    return {**judged, name: rendered(text, judged)}
