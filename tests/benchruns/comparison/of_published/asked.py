"""Comparisons as an address asks for them."""

from django.contrib.auth.models import AnonymousUser

from benchruns.comparison import Asked, compare, read_asked
from benchruns.sentences.catalogue import worded_once

ANYBODY = AnonymousUser()
ALIBABA = "alibaba-cloud/mysql/rds.mysql."


def asked_for(**words) -> Asked:
    """``class_`` for the word ``class``; a text is a list of one."""
    query = {
        name.removesuffix("_"): [value] if isinstance(value, str) else value
        for name, value in words.items()
    }
    asked, problems = read_asked(query)
    assert problems == []
    return asked


def compared(**words):
    return compare(asked_for(**words), user=ANYBODY)


def of_classes(*codes, **words):
    return compared(class_=[f"{ALIBABA}{code}" for code in codes], **words)


def results(*rows):
    return [str(row.pk) for row in rows]


def codes_of(comparison):
    return {finding.code for finding in worded_once(comparison.judgement.findings)}
