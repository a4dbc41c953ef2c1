"""Atom feeds: the newest public results, and regressions that were confirmed.

They are read by programs, often: each is two queries of rows that are there, and
computes nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.syndication.views import Feed
from django.db.models import F, Q
from django.db.models.lookups import Exact
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchruns.engines import ENGINES, UNSTATED, engine_title
from benchruns.figures.metrics import METRICS
from benchruns.findings import marked, read
from benchruns.models import Regression, Result
from benchruns.models.results import ResultQuerySet
from benchruns.models.unindexed import Unindexed
from benchruns.results.newest_accepted import newest_accepted
from benchruns.sentences.doubts import all_doubts_text
from benchruns.trends.regressions import SURE
from benchruns.units import size_text
from benchruns.vocabulary import Provenance, Regime, RegressionState
from benchruns.workloads.labels import workload_label
from portal.accounts import feed_keys
from portal.formats.figures import figure
from portal.queries import trends as trend_queries
from portal.web.xml_text import xml_text
from portal.wording import trends as trend_wording

ENTRIES = 50
UNREAD = (
    "tool_facts",
    "steady",
    "parameter_settings",
    "derived",
    "submission__statement",
    "submission__parameter_settings",
    "submission__checks",
    "submission__rating",
)
NOBODY = AnonymousUser()


if TYPE_CHECKING:  # Feed takes its types by subscript in the stubs alone
    AnyFeed = Feed[Any, Any]
else:
    AnyFeed = Feed


class ReadableAtom(Atom1Feed):
    """Names may hold characters that XML cannot: one would end the whole feed."""

    def add_item(
        self, title: str, link: str, description: str, *args: Any, **more: Any
    ) -> None:
        super().add_item(xml_text(title), link, xml_text(description), *args, **more)


class AtomFeed(AnyFeed):
    """``path`` is where a feed is; with the site it names the feed for ever."""

    feed_type = ReadableAtom
    author_name = "Benchbook"

    def feed_guid(self, asked: Any) -> str:
        return f"{settings.SITE_URL.rstrip('/')}{self.path(asked)}"

    def path(self, asked: Any) -> str:
        raise NotImplementedError

    def item_guid(self, item: Any) -> str:
        return f"urn:uuid:{item.pk}"


def _narrowed(
    asked: Mapping[str, str], column: Callable[[str], F | Unindexed]
) -> ResultQuerySet:
    found = Result.objects.visible_to(NOBODY)
    for name, word in asked.items():
        is_unstated = name == "engine_version" and word == UNSTATED
        found = found.filter(Exact(column(name), "" if is_unstated else word))
    return found


class ResultFeed(AtomFeed):
    """The newest public results, as ``?engine=&engine_version=`` narrows them."""

    title = gettext_lazy("Benchbook: newest public results")
    subtitle = gettext_lazy("Figures of databases, with how they came about.")

    def get_object(self, request: HttpRequest) -> dict[str, str]:
        return {
            name: word
            for name in ("engine", "engine_version")
            if (word := request.GET.get(name, ""))
        }

    def path(self, asked: dict[str, str]) -> str:
        return (
            f"{reverse('portal:feed-results')}{'?' if asked else ''}{urlencode(asked)}"
        )

    def link(self, _asked: dict[str, str]) -> str:
        return reverse("portal:engines")

    def items(self, asked: dict[str, str]) -> Sequence[Result]:
        newest = _narrowed(asked, F).exclude(provenance=Provenance.SUBMITTED)
        accepted = newest_accepted(_narrowed(asked, Unindexed), count=ENTRIES)
        news = (
            Result.objects.filter(
                Q(pk__in=newest.values("pk")[:ENTRIES])
                | Q(pk__in=accepted.values("pk"))
            )
            .select_related("instance_class", "submission")
            .defer(*UNREAD)
        )
        return sorted(news, key=_new_since, reverse=True)[:ENTRIES]

    def item_title(self, item: Any) -> str:
        parts = [
            engine_title(item.engine, item.engine_version),
            workload_label(item.workload),
            item.instance_class.code
            if item.instance_class
            else size_text(item.vcpus, item.memory_gb),
            str(Regime(item.regime).label) if item.regime else "",
        ]
        title = f"{', '.join(filter(None, parts))}: {_figure_text(item)}"
        return _("%(title)s, in doubt") % {"title": title} if item.doubt else title

    def item_description(self, item: Any) -> str:
        told = item.get_provenance_display()
        if item.exclusion_id is not None:
            told = _("%(provenance)s, excluded as an outlier") % {"provenance": told}
        doubt = all_doubts_text(map(read, item.findings)) if item.doubt else ""
        return f"{told}. † {doubt}" if doubt else str(told)

    def item_link(self, item: Any) -> str:
        return reverse("portal:result-detail", args=[item.pk])

    def item_pubdate(self, item: Any) -> datetime:
        return _new_since(item)


class ChangeFeed(AtomFeed):
    """Confirmed regressions that rest on public results alone."""

    title = gettext_lazy("Benchbook: confirmed regressions")
    subtitle = gettext_lazy("Where repeated results of one load became worse.")

    def path(self, _nobody: Any) -> str:
        return reverse("portal:feed-changes")

    def link(self, _user: object) -> str:
        return reverse("portal:trends")

    def items(self, user: Any) -> Sequence[Regression]:
        found = trend_queries.seen_regressions(user or NOBODY).filter(state__in=SURE)
        return list(found.order_by("-confirmed_at", "-id")[:ENTRIES])

    def item_title(self, item: Any) -> str:
        return trend_wording.regression_title(item, is_private_seen=False)

    def item_description(self, item: Any) -> str:
        values = {
            "before": figure(item.before),
            "after": figure(item.after),
            "evidence": trend_wording.evidence(item),
            "state": item.get_state_display(),
        }
        text = _("Median %(before)s before, %(after)s since. %(evidence)s; %(state)s.")
        return text % values

    def item_link(self, item: Any) -> str:
        page = reverse("portal:trend", args=[item.rule.series_id])
        return f"{page}?figure={item.rule.figure}"

    def item_pubdate(self, item: Any) -> datetime:
        confirmed_at: datetime = item.confirmed_at
        return confirmed_at

    def item_updateddate(self, item: Any) -> datetime:
        is_ended = item.state == RegressionState.ENDED
        at: datetime = item.ended_at if is_ended else item.confirmed_at
        return at


class OwnChangeFeed(ChangeFeed):
    """Those of the rules of whose key stands in the address, endpoints named."""

    title = gettext_lazy("Benchbook: confirmed regressions of your rules")

    def get_object(self, _request: HttpRequest, key: str) -> User:
        user = feed_keys.user_of(key)
        if user is None:
            raise Http404
        return user

    def path(self, user: Any) -> str:
        """By whose it is: a new key makes no other feed of it. No page is there."""
        return f"{super().path(user)}/users/{user.pk}"

    def items(self, user: Any) -> Sequence[Regression]:
        found = trend_queries.seen_regressions(user).filter(
            rule__owner=user, state__in=SURE
        )
        return list(found.order_by("-confirmed_at", "-id")[:ENTRIES])

    def item_title(self, item: Any) -> str:
        return trend_wording.regression_title(item, is_private_seen=True)


def _new_since(result: Result) -> datetime:
    """A submitted one was a draft before it was accepted."""
    submission = result.submission
    accepted_at = submission.accepted_at if submission else None
    return accepted_at or result.created_at


def _figure_text(result: Result) -> str:
    """The first known figure that stands for a result, with its unit."""
    for name, metric in METRICS.items():
        value = getattr(result, name)
        if value is not None:
            return f"{marked(figure(value), result.doubt)} {metric.unit}"
    return _("no figure")


@require_safe
def results(request: HttpRequest) -> HttpResponse:
    known = {"engine", "engine_version"}
    if unknown := sorted(set(request.GET) - known):
        text = _("There is no parameter %(name)s. Known: engine, engine_version.")
        return _refused(text % {"name": unknown[0][:60]})
    engine = request.GET.get("engine")
    if engine is not None and engine not in ENGINES:
        text = _("There is no engine %(name)s. Known: %(known)s.")
        known_engines = ", ".join(ENGINES)
        return _refused(text % {"name": engine[:60], "known": known_engines})
    return ResultFeed()(request)


@require_safe
def changes(request: HttpRequest) -> HttpResponse:
    return ChangeFeed()(request)


@require_safe
@never_cache
def own_changes(request: HttpRequest, key: str) -> HttpResponse:
    return OwnChangeFeed()(request, key=key)


def _refused(text: str) -> HttpResponse:
    return HttpResponse(text, status=400, content_type="text/plain; charset=utf-8")
