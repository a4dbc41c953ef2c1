"""What the top bar of every page tells of who is logged in."""

from dataclasses import dataclass

from django.contrib.auth.models import Group, User
from django.db.models import Count, Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest

from benchruns.models import Notice
from benchruns.models.submissions import REVIEWERS


@dataclass(frozen=True, slots=True)
class SignedIn:
    """``unread`` counts notices; ``is_reviewer`` is as the rows' own rule has it."""

    unread: int = 0
    is_reviewer: bool = False


def signed_in(request: HttpRequest) -> SignedIn:
    """One query; none for who is not logged in."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return SignedIn()
    unread = (
        Notice.objects.filter(user=OuterRef("pk"), read_at__isnull=True)
        .order_by()
        .values("user")
        .annotate(count=Count("pk"))
        .values("count")
    )
    reviewing = Group.objects.filter(name=REVIEWERS, user=OuterRef("pk"))
    found = User.objects.filter(pk=user.pk).values_list(
        Coalesce(Subquery(unread), 0), Exists(reviewing)
    )
    count, is_member = found.first() or (0, False)
    return SignedIn(unread=count, is_reviewer=is_member or user.is_superuser)
