"""Number expressions as conditions of a query."""

from django.db.models import FloatField, Q, Value

from benchruns.catalogue.number_expressions import KNOWN, NONE, Condition, Expression

_LOOKUPS = {"<": "lt", "<=": "lte", "=": "exact", ">=": "gte", ">": "gt"}


def as_q(expression: Expression, field: str) -> Q:
    """True where ``expression.matches`` is, for a column or annotation of numbers."""
    found = Q()
    for conditions in expression.alternatives:
        together = Q()
        for condition in conditions:
            together &= _as_q(condition, field)
        found |= together
    return found


def _as_q(condition: Condition, field: str) -> Q:
    if condition.sign in (NONE, KNOWN):
        return Q(**{f"{field}__isnull": condition.sign == NONE})
    # As an expression: a column of integers would cut 2.5 to 2.
    value = Value(condition.value, output_field=FloatField())
    if condition.sign == "!=":
        # Rather than a negation, which lets rows through whose value is not known.
        return Q(**{f"{field}__lt": value}) | Q(**{f"{field}__gt": value})
    return Q(**{f"{field}__{_LOOKUPS[condition.sign]}": value})
