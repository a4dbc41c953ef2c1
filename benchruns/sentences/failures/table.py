"""What is said of a failure: of a run, and of data that could not be dropped."""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from django.utils.translation import gettext as _

from benchruns.errors import FieldError
from benchruns.failures.failure import Failure
from benchruns.models import DataSet, Run
from benchruns.reproduction.error import ReproductionError
from benchruns.runs.request import PlanRefused
from benchruns.runs.schedule import EndpointUnfit
from benchruns.sentences import plans
from benchruns.sentences.failures import data as data_failures
from benchruns.sentences.failures import server as server_failures
from benchruns.sentences.failures import tool as tool_failures
from benchruns.sentences.sentence import Text, Values, first_of, rendered, unknown_code

# An older release stored sentences: one that values do not tell stands with them.
AS_STORED = "message"


def failure_message(code: str, values: Values) -> str:
    """What happened and what to do, in the reader's language."""
    if AS_STORED in values:
        return str(values[AS_STORED])
    for text in _texts(code):
        with suppress(KeyError):
            return rendered(text, values)
    return unknown_code(code)


def of_failure(failure: Failure) -> str:
    return failure_message(failure.code, failure.values)


def reason(values: Values) -> str:
    """Of a failure that another one, or an event, tells of (``Failure.as_dict``)."""
    failed: Mapping[str, Values] = values["reason"]
    return failure_message(str(failed["code"]), failed["values"])


def why_failed(run: Run) -> str:
    """Empty for a run that has not failed."""
    if not run.failure_code:
        return ""
    return failure_message(run.failure_code, run.failure_values)


def drop_error(data_set: DataSet) -> str:
    """Why it could not be dropped yet; empty where nobody has tried in vain."""
    if not data_set.drop_code:
        return ""
    return failure_message(data_set.drop_code, data_set.drop_values)


def why_refused(error: FieldError | ReproductionError) -> str:
    """Why a run that was asked for is not created."""
    if isinstance(error, EndpointUnfit):
        return of_failure(error.failure)
    if isinstance(error, PlanRefused):
        return plans.refusal(error.problem)
    return error.message


def _texts(code: str) -> Iterator[Text]:
    """What cannot fit is refused as it stands in the plan."""
    if code in plans.SENTENCES:
        yield lambda values: plans.in_words(code, values)
    if code in SENTENCES:
        yield SENTENCES[code]


def _tables_left(values: Values) -> str:
    return _(
        "The account may not create a database of its own, and the tables in "
        "%(database)s are what a run on endpoint %(endpoint)s left, data set %(name)s: "
        "Benchbook could not drop them yet.%(error)s Check that endpoint while the "
        "server answers and run again, or drop them yourself."
    ) % {
        "database": values["database"],
        "endpoint": values["endpoint"],
        "name": values["data_set"],
        "error": f" {reason(values)}" if values["reason"] else "",
    }


SENTENCES: Mapping[str, Text] = {
    **server_failures.SENTENCES,
    **tool_failures.SENTENCES,
    **data_failures.SENTENCES,
    "tables_exist": first_of(_tables_left, data_failures.SENTENCES["tables_exist"]),
}
