"""What is said of server parameters, and which side has to change them."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.rules.settings import judged
from benchruns.sentences.fairness.condition import Condition

MOST_TOLD = 4
_WHY = (
    (
        frozenset(
            {
                *("join_buffer_size", "sort_buffer_size", "read_buffer_size"),
                *("read_rnd_buffer_size", "tmp_table_size", "max_heap_table_size"),
            }
        ),
        gettext_lazy(
            "Buffers of joins and temporary tables alone once doubled the time of "
            "statements."
        ),
    ),
    (
        frozenset({"performance_schema"}),
        gettext_lazy("The performance schema takes CPU time of every statement."),
    ),
)


def _parameters(context: Context, among: Sequence[Context]) -> str:
    """``join_buffer_size 1 MB, tmp_table_size 256 KB and 3 more``."""
    lines = judged(among)
    parts = [_value(line.name, line.values[context.id]) for line in lines[:MOST_TOLD]]
    if len(lines) > MOST_TOLD:
        more = len(lines) - MOST_TOLD
        return _("%(values)s and %(count)d more") % {
            "values": ", ".join(parts),
            "count": more,
        }
    return ", ".join(parts)


def _value(name: str, value: str | None) -> str:
    if value is None:
        return _("%(name)s not stated") % {"name": name}
    return f"{name} = {value}"


def _why(contexts: Sequence[Context]) -> str:
    """Of those that differ, and no others."""
    names = {line.name for line in judged(contexts)}
    told = [str(text) for known, text in _WHY if names & known]
    return " ".join(
        [_("A parameter may move a result more than the product does."), *told]
    )


def _remedy(contexts: Sequence[Context]) -> str:
    managed = {context.is_managed for context in contexts}
    if managed == {True, False}:
        return _(
            "Set the self-managed side to the values of the service: a service does not "
            "let every parameter be changed, so only the other side can give way."
        )
    if managed == {True}:
        return _(
            "Set the same values in the parameter templates of both services, as far as "
            "they can be changed."
        )
    return _("Set the same values on both sides, and repeat both.")


CONDITIONS: Mapping[str, Condition] = {
    "settings": Condition(
        label=gettext_lazy("settings"),
        message=gettext_lazy("Parameters of the servers differ: %(values)s."),
        tell=_parameters,
        why=_why,
        remedy=_remedy,
    ),
}
