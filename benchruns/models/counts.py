"""How many rows of another table each row has, without joining them."""

from django.db.models import Count, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce


def count_of(rows: QuerySet[Model], by: str) -> Coalesce:
    """Those of ``rows`` that name the row by their column ``by``.

    A page of a list then counts for what it prints alone: a join would be grouped for all.
    """
    of_it = rows.filter(**{by: OuterRef("pk")}).order_by().values(by)
    return Coalesce(Subquery(of_it.annotate(count=Count("pk")).values("count")), 0)
