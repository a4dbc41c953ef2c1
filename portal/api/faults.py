"""What is wrong with a request, gathered until all of it has been looked at.

A refusal names every fault, so that one answer is enough to mend a request. What several
looks find of the same field is told once, as the first of them has it.
"""

from collections.abc import Mapping
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.settings import api_settings

from benchruns.errors import FieldError
from benchruns.sentences.failures.table import why_refused
from benchruns.workloads import ParameterError

Detail = dict[str, Any]  # nested, as REST framework has it
WHOLE = str(api_settings.NON_FIELD_ERRORS_KEY)
NAMELESS = '""'  # how a key is called whose name is empty


class Faults:
    """ValidationErrors by field; one that is about more than the request goes through."""

    def __init__(self, detail: Any = None) -> None:
        self.detail: Detail = {}
        if detail is not None:
            self.add(detail)

    def __contains__(self, field: str) -> bool:
        return field in self.detail

    def add(self, detail: Any) -> None:
        """A detail of REST framework's: by field, or a list about the whole."""
        by_field = detail if isinstance(detail, Mapping) else {WHOLE: detail}
        _join(self.detail, by_field)

    def gathered(self) -> "Look":
        """For one look: what it refuses is kept, and the next look may follow."""
        return Look(self)

    @property
    def refusal(self) -> ValidationError:
        """Names them all."""
        return ValidationError(self.detail)

    def refuse(self) -> None:
        if self.detail:
            raise self.refusal


class Look:
    """Keeps what is refused within it; a class, since its ``__exit__`` tells mypy so."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _at: Any
    ) -> bool:
        detail = _detail_of(error)
        if detail is None:
            return False
        self.faults.add(detail)
        return True


def _detail_of(error: BaseException | None) -> Any:
    """None for what is no fault of a field, or is answered with another status."""
    if isinstance(error, ParameterError):
        return {"parameters": {name: [text] for name, text in error.errors.items()}}
    if isinstance(error, FieldError):
        return {error.field: [why_refused(error)]}
    return error.detail if type(error) is ValidationError else None


def _join(known: Detail, found: Mapping[str, Any]) -> None:
    for name, inner in found.items():
        if name not in known:
            known[name] = dict(inner) if isinstance(inner, Mapping) else inner
        elif isinstance(known[name], dict) and isinstance(inner, Mapping):
            _join(known[name], inner)
