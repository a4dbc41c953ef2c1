"""Whether what is kept of a class holds for a reader; else its results are asked.

It is of the results that everybody sees. It does not hold where one of them was written
since, nor for a reader who sees more of this class: staff, and owners of private results.
"""

from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import (
    BooleanField,
    Case,
    Exists,
    Expression,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    Subquery,
    When,
)

from benchruns.catalogue.loads import MADE_FOR
from benchruns.models import ChangedClass, InstanceClass, Result
from benchruns.vocabulary import ResultStatus, Visibility

Viewer = AbstractBaseUser | AnonymousUser


def is_seeing_all(user: Viewer) -> bool:
    return bool(getattr(user, "is_staff", False))


def holds(user: Viewer) -> Q:
    """Of which classes; for a query of them."""
    if is_seeing_all(user):
        return Q(pk__in=())
    changed = ChangedClass.objects.filter(instance_class=OuterRef("pk"))
    kept = Q(~Exists(changed), summary__made_for=MADE_FOR)
    if not user.is_authenticated:
        return kept
    own = Result.objects.filter(
        instance_class=OuterRef("pk"),
        status=ResultStatus.CURRENT,
        visibility=Visibility.PRIVATE,
        owner=user.pk,
    )
    return Q(kept, ~Exists(own.order_by()))


def holds_for(user: Viewer) -> Expression:
    """The same as a column of classes."""
    return ExpressionWrapper(holds(user), output_field=BooleanField())


def not_holding(user: Viewer) -> list[UUID]:
    """The classes whose results are to be asked; one query.

    To be asked before what is kept is read: what is written between the two is then noted,
    or in what is read.
    """
    others = InstanceClass.objects.exclude(holds(user))
    return list(others.order_by().values_list("pk", flat=True))


def kept_or_live(
    column: str, live: Expression | Subquery, user: Viewer
) -> Expression | Subquery:
    """A column of the summary; what ``live`` reads from the results where it does not hold."""
    if is_seeing_all(user):
        return live
    return Case(When(holds(user), then=F(f"summary__{column}")), default=live)
