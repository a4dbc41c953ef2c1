"""What each key and parameter of the API means, in a sentence, by its name."""

from typing import Any

from portal.api.description.meanings.figures import COMPARED, FIGURES
from portal.api.description.meanings.papers import CATALOGUE, PAPERS, REPORTS
from portal.api.description.meanings.runs import ANSWERS, RUNS
from portal.api.description.meanings.schedules import SCHEDULES
from portal.api.description.meanings.webhooks import WEBHOOKS

MEANINGS = (
    WEBHOOKS
    | SCHEDULES
    | FIGURES
    | COMPARED
    | RUNS
    | ANSWERS
    | CATALOGUE
    | PAPERS
    | REPORTS
)
EXPRESSION = "An expression such as 2..8, >=4 or 2, 4, 8."
CHOICE = "* `"  # begins the line of each value that may be given
Json = dict[str, Any]


def explain(document: Json) -> None:
    """Gives its meaning to each key and parameter that says none itself."""
    for shape in document["components"]["schemas"].values():
        _explain_keys(shape)
    for path, operations in document["paths"].items():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                _explain_parameter(parameter, path)
            for answer in operation["responses"].values():
                for content in answer.get("content", {}).values():
                    _explain_keys(content["schema"])


def _explain_keys(shape: Json) -> None:
    for name, told in shape.get("properties", {}).items():
        _put(told, MEANINGS.get(name, ""))
        _explain_keys(told)
    if isinstance(shape.get("items"), dict):
        _explain_keys(shape["items"])


def _explain_parameter(parameter: Json, path: str) -> None:
    name = parameter["name"]
    column = name.removesuffix("_where")
    meaning = MEANINGS.get(column, "")
    if parameter["in"] == "query" and not path.endswith("}/") and name not in ANSWERS:
        kept = EXPRESSION if name != column else "Only rows with this value."
        meaning = f"{meaning} {kept}"
    _put(parameter, meaning)


def _put(told: Json, meaning: str) -> None:
    """Before a list of values; nothing where there are words already."""
    known = told.get("description", "")
    if not known:
        told["description"] = meaning
    elif known.startswith(CHOICE):
        told["description"] = f"{meaning}\n\n{known}"
