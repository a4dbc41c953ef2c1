"""Checks, ratings, voided codes and differences of runs: codes and values, no sentences.

A stored sentence goes where the catalogue says exactly the same of what the row holds;
any other stays, and is shown as it was.
"""

import logging
import re
from contextlib import suppress

from django.db import migrations
from django.utils import translation

logger = logging.getLogger(__name__)

DAMAGE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
BATCH = 500


def to_codes(apps, _schema_editor):
    with translation.override("en"):
        for model, column, convert, _restore in COLUMNS:
            _change(apps, model, column, convert)


def to_sentences(apps, _schema_editor):
    with translation.override("en"):
        for model, column, _convert, restore in COLUMNS:
            _change(apps, model, column, restore)


def _change(apps, model, column, change):
    """A row that nobody can read stays as it is."""
    rows = apps.get_model("benchruns", model).objects.order_by("pk")
    found = rows.values_list("pk", column).iterator(chunk_size=BATCH)
    for key, value in found:
        try:
            changed = change(value)
        except DAMAGE:
            logger.exception("row was not changed", extra={"row": f"{model} {key}"})
            continue
        if changed != value:
            rows.filter(pk=key).update(**{column: changed})


# Checks of submissions --------------------------------------------------------------


def _checks(stored):
    return [_check(check) for check in stored]


def _check(old):
    if "outcome" not in old:
        return old
    finding = {
        "code": old["code"],
        "severity": old["outcome"],
        "results": old.get("results", []),
        "values": old.get("values", {}),
    }
    words = {"message": old["message"], "remedy": old.get("remedy", "")}
    return finding if _is_said(finding, words) else {**finding, **words}


def _is_said(finding, words):
    from benchruns.sentences.checks.table import worded_check

    with suppress(*DAMAGE):
        said = worded_check(finding)
        return {"message": said.message, "remedy": said.remedy} == words
    return False


def _old_checks(stored):
    return [_old_check(check) for check in stored]


def _old_check(new):
    from benchruns.sentences.checks.table import as_answered

    return new if "outcome" in new else as_answered(new)


# Proposed ratings of submissions ----------------------------------------------------


def _rating(stored):
    if not stored:
        return stored
    return {**stored, "lines": [_line(line) for line in stored["lines"]]}


def _line(old):
    from benchruns.sentences.rating import LABELS, sentence_of
    from benchruns.submissions.rating.rating import Points

    if old["code"] not in LABELS or "sentence" not in old:
        return old
    line = {"values": {}, **{n: v for n, v in old.items() if n != "label"}}
    is_said = sentence_of(Points.read({**line, "sentence": ""})) == old["sentence"]
    return {n: v for n, v in line.items() if n != "sentence" or not is_said}


def _old_rating(stored):
    if not stored:
        return stored
    return {**stored, "lines": [_old_line(line) for line in stored["lines"]]}


def _old_line(new):
    from benchruns.sentences.rating import label_of, sentence_of
    from benchruns.submissions.rating.rating import Points

    if "label" in new:
        return new
    line = Points.read(new)
    return {
        "code": line.code,
        "label": label_of(line),
        "points": line.points,
        "of": line.of,
        "sentence": sentence_of(line),
    }


# The audit log of rewards -----------------------------------------------------------


def _details(stored):
    """A person who typed the same sentence is told in the same words."""
    from benchruns.sentences.rewards import REVOKED

    whys = {str(words): why.value for why, words in REVOKED.items()}
    why = whys.get(stored.get("reason", ""))
    return {"why": why} if why and len(stored) == 1 else stored


def _old_details(stored):
    from benchruns.sentences.rewards import REVOKED

    if set(stored) != {"why"} or stored["why"] not in REVOKED:
        return stored
    return {"reason": str(REVOKED[stored["why"]])}


# Differences of runs from what they repeat ------------------------------------------


def _differences(stored):
    return [_difference(each) for each in stored]


def _difference(old):
    if "why" not in old:
        return old
    row = {name: value for name, value in old.items() if name != "why"}
    return next(_saying(old["why"], row), old)


def _saying(words, row):
    """The row with each code, and what it states, that says so."""
    from benchruns.sentences.differences import why_of

    for code, values in _candidates(words):
        coded = {**row, "code": code, "values": values}
        with suppress(*DAMAGE):
            if why_of(coded) == words != "":
                yield coded


def _candidates(words):
    from benchruns.reproduction.differences import Why

    yield from ((why.value, {}) for why in Why)
    if divided := re.match(r"Divided by ([\d,]+):", words):
        yield Why.DIVIDED.value, {"divisor": int(divided[1].replace(",", ""))}
    if kept := re.search(r"with (\d+) %", words):
        yield Why.RATIO_KEPT.value, {"share": int(kept[1]) / 100}


def _old_differences(stored):
    from benchruns.sentences.differences import as_answered

    return [as_answered(each) for each in stored]


COLUMNS = (
    ("Submission", "checks", _checks, _old_checks),
    ("Submission", "rating", _rating, _old_rating),
    ("AuditEntry", "details", _details, _old_details),
    ("Run", "differences", _differences, _old_differences),
)


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0013_codes_of_failures")]

    operations = [migrations.RunPython(to_codes, to_sentences)]
