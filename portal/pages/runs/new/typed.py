"""What somebody typed into the form of a new run, told from what a row filled in."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.core.exceptions import ValidationError
from django.http import QueryDict

from benchruns.presets.preset import Preset
from benchruns.workloads import Workload
from portal.forms.runs import ParameterField


def typed_values(
    workload: Workload, given: QueryDict, *, presets: Sequence[Preset] = ()
) -> dict[str, Any]:
    """The parameters that were sent; those of a preset where none is sent itself.

    Without an endpoint to size them for ``presets`` are the workload's own.
    """
    wanted = given.get("preset", "")
    values: dict[str, Any] = dict(workload.presets.get(wanted, {}))
    for preset in presets:
        if preset.name == wanted:
            values = dict(preset.parameters)
    for parameter in workload.parameters:
        if parameter.name in given:
            values[parameter.name] = given[parameter.name]
    return values


def sent_over(
    from_row: Mapping[str, Any], workload: Workload, given: QueryDict
) -> dict[str, object]:
    """What was typed in place of the row's values, be it right or wrong.

    A value that the form held already, because the row had filled it in, was not typed
    and follows the row when its size is chosen anew.
    """
    before = _read_filled(given.get("filled", ""))
    sent: dict[str, object] = {}
    for parameter in workload.parameters:
        name = parameter.name
        if name not in given or name not in from_row:
            continue
        field = ParameterField(parameter)
        value = field.widget.value_from_datadict(given, {}, name)
        try:
            is_held = field.clean(value) == before.get(name, from_row[name])
        except ValidationError:
            is_held = False
        if not is_held:
            sent[name] = value
    return sent


def typed_over(
    from_row: Mapping[str, Any], workload: Workload, given: QueryDict
) -> dict[str, Any]:
    """Those of what was typed that are right, as the tool needs them."""
    sent = sent_over(from_row, workload, given)
    typed = {}
    for each in workload.parameters:
        if each.name in sent:
            with suppress(ValidationError):
                typed[each.name] = ParameterField(each).clean(sent[each.name])
    return typed


def _read_filled(text: str) -> Mapping[str, Any]:
    """What ``Draft.filled`` wrote; nothing for any other text."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
