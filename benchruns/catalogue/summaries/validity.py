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
from benchruns.models import ChangedClass, ClassSummary, InstanceClass, Result
from benchruns.models.results import ResultQuerySet
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
    return Q(kept, ~Exists(_own(user).filter(instance_class=OuterRef("pk"))))


def holds_for(user: Viewer) -> Expression:
    """The same as a column of classes."""
    return ExpressionWrapper(holds(user), output_field=BooleanField())


def not_holding(user: Viewer) -> list[UUID]:
    """The classes whose results are to be asked, as ``holds`` has it; one query.

    To be asked before what is kept is read: what is written between the two is then noted,
    or in what is read. Here each list is read once, by an index, rather than asked of each
    class.
    """
    kept = ClassSummary.objects.filter(made_for=MADE_FOR).values("instance_class")
    changed = ChangedClass.objects.values("instance_class")
    others = ~Q(pk__in=kept) | Q(pk__in=changed)
    if user.is_authenticated:
        others |= Q(pk__in=_own(user).values("instance_class"))
    classes = InstanceClass.objects.filter(others)
    return list(classes.order_by().values_list("pk", flat=True))


def _own(user: Viewer) -> ResultQuerySet:
    """Of a class, what this reader alone sees."""
    return Result.objects.filter(
        instance_class__isnull=False,
        status=ResultStatus.CURRENT,
        visibility=Visibility.PRIVATE,
        owner=user.pk,
    ).order_by()


def kept_or_live(
    column: str, live: Expression | Subquery, user: Viewer
) -> Expression | Subquery:
    """A column of the summary; what ``live`` reads from the results where it does not hold."""
    if is_seeing_all(user):
        return live
    return Case(When(holds(user), then=F(f"summary__{column}")), default=live)
