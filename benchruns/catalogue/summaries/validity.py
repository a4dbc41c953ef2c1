"""Whether what is kept of a class holds for a reader; else its results are asked.

It is of the results that everybody sees. It does not hold where one of them was written
since, nor for a reader who sees more of this class: the owner of private results, and staff.
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
from benchruns.vocabulary import ResultStatus, Visibility

Viewer = AbstractBaseUser | AnonymousUser


def holds(user: Viewer) -> Q:
    """Of which classes; for a query of them."""
    changed = ChangedClass.objects.filter(instance_class=OuterRef("pk"))
    kept = Q(~Exists(changed), summary__made_for=MADE_FOR)
    if not user.is_authenticated:
        return kept
    return Q(kept, ~_has_more(user))


def holds_for(user: Viewer) -> Expression:
    """The same as a column of classes."""
    return ExpressionWrapper(holds(user), output_field=BooleanField())


def not_holding(user: Viewer) -> list[UUID]:
    """The classes whose results are to be asked, as ``holds`` has it; one query.

    To be asked before what is kept is read: what is written between the two is then noted,
    or in what is read. Both lists are read once, by an index, rather than asked of each
    class.
    """
    kept = ClassSummary.objects.filter(made_for=MADE_FOR).values("instance_class")
    changed = ChangedClass.objects.values("instance_class")
    others = ~Q(pk__in=kept) | Q(pk__in=changed)
    if user.is_authenticated:
        others |= Q(_has_more(user))
    classes = InstanceClass.objects.filter(others)
    return list(classes.order_by().values_list("pk", flat=True))


def _has_more(user: Viewer) -> Exists:
    """Whether this reader sees results of the class that others do not."""
    private = Result.objects.filter(
        instance_class=OuterRef("pk"),
        status=ResultStatus.CURRENT,
        visibility=Visibility.PRIVATE,
    ).order_by()
    is_staff = getattr(user, "is_staff", False)
    return Exists(private if is_staff else private.filter(owner=user.pk))


def kept_or_live(
    column: str, live: Expression | Subquery, user: Viewer
) -> Expression | Subquery:
    """A column of the summary; what ``live`` reads from the results where it does not hold."""
    return Case(When(holds(user), then=F(f"summary__{column}")), default=live)
