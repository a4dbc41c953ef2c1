"""Operations of the API as a page shows them, read from its description."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.safestring import SafeString

from portal.api.description import keys
from portal.api.description.document import document
from portal.api.description.examples import answered, sent
from portal.api.description.examples import operations as described
from portal.api.description.summaries import SUBJECTS, Words
from portal.pages.developer.markdown import inline_html

Json = dict[str, Any]
UPLOAD = "multipart/form-data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A key of a body by its dotted path, or a parameter; ``text`` is Markdown.

    ``choices`` are its values, each with its word where that says more.
    """

    name: str
    type: str
    is_required: bool
    text: str
    choices: Sequence[tuple[str, str]] = ()

    @property
    def html(self) -> SafeString:
        return inline_html(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """``curl`` and the examples are empty where there is none."""

    id: str
    method: str
    path: str
    summary: str
    text: str
    parameters: Sequence[Field]
    keys: Sequence[Field]
    answer_keys: Sequence[Field]
    statuses: Sequence[tuple[str, str]]
    request: str
    answer: str
    is_upload: bool

    @property
    def address(self) -> str:
        """Below the API's own, as the examples of docs/api.md write it."""
        return self.path.removeprefix("/api/v1")

    @property
    def needs_no_id(self) -> bool:
        return self.method == "GET" and "{" not in self.path

    def curl(self, host: str) -> str:
        parts = ["curl -s"]
        if self.method not in ("GET", "POST") or (
            self.method == "POST" and not (self.request or self.is_upload)
        ):
            parts.append(f"-X {self.method}")
        parts.append(shlex.quote(f"{host}{self.path}"))
        parts.append('-H "Authorization: Token $BENCHBOOK_TOKEN"')
        if self.is_upload:
            parts.append("-F files=@sysbench.txt")
        if self.request:
            parts.append('-H "Content-Type: application/json"')
            parts.append(f"-d {shlex.quote(self.request)}")
        return " \\\n  ".join(parts)


@dataclass(frozen=True, slots=True)
class Part:
    """The operations of one subject."""

    anchor: str
    title: Words
    note: Words
    operations: Sequence[Operation]


@cache
def operations() -> Mapping[str, Operation]:
    whole = document()
    return {
        operation["operationId"]: _operation(whole, path, method, operation)
        for path, method, operation in described(whole)
    }


def parts(wanted: str = "") -> list[Part]:
    """Those whose summary or address has each of the words."""
    words = wanted.casefold().split()
    known = operations()
    found = []
    for subject in SUBJECTS:
        listed = [known[name] for name in subject.summaries if name in known]
        fitting = [each for each in listed if _fits(each, words)]
        if fitting:
            found.append(Part(subject.anchor, subject.title, subject.note, fitting))
    return found


def _fits(operation: Operation, words: Sequence[str]) -> bool:
    text = f"{operation.method} {operation.path} {operation.summary}".casefold()
    return all(word in text for word in words)


def _operation(whole: Json, path: str, method: str, told: Json) -> Operation:
    taken, given = sent(told), answered(told)
    content = told.get("requestBody", {}).get("content", {})
    body = taken or content.get(UPLOAD) or {}
    return Operation(
        id=told["operationId"],
        method=method.upper(),
        path=path,
        summary=told.get("summary") or told["operationId"],
        text=told.get("description", ""),
        parameters=[_parameter(each) for each in told.get("parameters", ())],
        keys=list(_keys(whole, body.get("schema", {}))),
        answer_keys=list(_keys(whole, (given or {}).get("schema", {}))),
        statuses=[
            (status, answer.get("description", ""))
            for status, answer in sorted(told["responses"].items())
        ],
        request=_text(taken),
        answer=_text(given),
        is_upload=UPLOAD in content,
    )


def _text(body: Json | None) -> str:
    if body is None or "example" not in body:
        return ""
    return json.dumps(body["example"], indent=2, ensure_ascii=False)


def _parameter(told: Json) -> Field:
    where = "" if told["in"] == "query" else f" ({told['in']})"
    return Field(
        name=told["name"],
        type=f"{keys.type_of(told['schema'])}{where}",
        is_required=told.get("required", False),
        text=keys.meaning_of(told),
        choices=_choices(told["schema"], told),
    )


def _keys(whole: Json, shape: Json) -> Iterator[Field]:
    for key in keys.below(whole, shape):
        yield Field(
            name=key.name,
            type=keys.type_of(key.shape),
            is_required=key.is_required,
            text=key.meaning,
            choices=_choices(key.shape, key.told),
        )


def _choices(shape: Json, told: Json) -> list[tuple[str, str]]:
    described = f"{shape.get('description', '')}\n{told.get('description', '')}"
    found = (keys.VALUE.fullmatch(line) for line in described.splitlines())
    words = {match[1]: match[2] for match in found if match}
    values = [str(each) for each in shape.get("enum", ()) if each not in (None, "")]
    same = (None, "")
    return [
        (value, word if (word := words.get(value)) not in (*same, value) else "")
        for value in values
    ]
