"""What the domain refuses to do with a submission, as the API says it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.http import Http404
from rest_framework.exceptions import ValidationError

from benchruns.errors import NotAllowed
from benchruns.limits.door import LimitReached
from benchruns.models import Submission
from benchruns.sentences.checks.table import against_rating, failed_first
from benchruns.submissions.drafts.changes import NotEditable
from benchruns.submissions.review.moves import (
    AgainstRating,
    ChecksFailed,
    WordsNotAllowed,
)
from benchruns.submissions.statement.statement import StatementError
from portal.web.problems import Conflict

# What is no field of the statement, by the name that the domain gives it.
_PARTS = {"settings_text": "settings", "credit": "credit"}


@contextmanager
def as_problems(*, words: str = "text") -> Iterator[None]:
    """404, 409 with the sentence, or 400 by field; ``words`` is the one of what is said."""
    try:
        yield
    except Submission.DoesNotExist as error:
        raise Http404 from error
    except ChecksFailed as refusal:
        raise Conflict(failed_first(refusal.failed)) from refusal
    except AgainstRating as refusal:
        raise Conflict(against_rating(refusal)) from refusal
    except LimitReached:  # 429, or 409 as the others
        raise
    except WordsNotAllowed as refusal:
        raise ValidationError({words: [str(refusal)]}) from refusal
    except (NotEditable, NotAllowed) as refusal:
        raise Conflict(str(refusal)) from refusal
    except StatementError as error:
        raise ValidationError(_by_field(error.errors)) from error


def _by_field(errors: Mapping[str, str]) -> dict[str, Any]:  # nested
    stated = {name: [text] for name, text in errors.items() if name not in _PARTS}
    others = {_PARTS[name]: [text] for name, text in errors.items() if name in _PARTS}
    return {**({"statement": stated} if stated else {}), **others}
