"""The keys of what the API answers, level by level, as its description has them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
DEEPEST = 4  # levels of keys that are listed; the whole description has all
VALUE = re.compile(r"\* `([^`]*)` - (.*)")  # as the description lists each


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """``name`` is a dotted path, with ``[]`` behind a list; ``shape`` is what ``told`` leads
    to."""

    name: str
    is_required: bool
    told: Json
    shape: Json

    @property
    def meaning(self) -> str:
        return meaning_of(self.told) or meaning_of(self.shape)


def below(whole: Json, shape: Json, above: str = "", depth: int = 0) -> Iterator[Key]:
    """The keys of an object, and below each those of its own."""
    inner = resolved(whole, shape)
    required = inner.get("required", ())
    for name, told in inner.get("properties", {}).items():
        found = resolved(whole, told)
        path = f"{above}{name}"
        yield Key(name=path, is_required=name in required, told=told, shape=found)
        if depth < DEEPEST:
            mark = "[]" if found.get("type") == "array" else ""
            yield from below(whole, found, f"{path}{mark}.", depth + 1)


def resolved(whole: Json, shape: Json) -> Json:
    """What a reference, a list or a choice with null leads to."""
    if "$ref" in shape:
        name = shape["$ref"].rsplit("/", 1)[1]
        return resolved(whole, whole["components"]["schemas"][name])
    for word in ("allOf", "oneOf", "anyOf"):
        if word in shape:
            found = [each for each in shape[word] if each.get("type") != "null"]
            return resolved(whole, found[0]) if found else {}
    if shape.get("type") == "array":
        items = resolved(whole, shape.get("items", {}))
        return {**items, "type": "array", "item_type": items.get("type", "any")}
    return shape


def type_of(shape: Json) -> str:
    kinds = shape.get("type", "any")
    text = kinds if isinstance(kinds, str) else " or ".join(kinds)
    if text == "array":
        return f"list of {shape.get('item_type', 'values')}"
    return f"{text}, {shape['format']}" if "format" in shape else text


def meaning_of(told: Json) -> str:
    """Without the list of values, which a page sets itself."""
    text: str = told.get("description", "")
    lines = [line for line in text.splitlines() if not VALUE.fullmatch(line)]
    return "\n".join(lines).strip()
