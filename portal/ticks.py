"""What a reader ticked to compare: kept in a cookie, so that it needs no account.

An item is ``class:<provider>/<engine>/<code>`` as ``benchruns.names.class_words`` writes it,
or ``result:<uuid>``. Whatever else a cookie holds is ignored.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote, unquote, urlencode
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import ngettext

from benchruns.engines import ENGINES, engine_title
from benchruns.models import InstanceClass, Result, Run
from benchruns.names.class_words import ClassKey, class_word, read_class_word
from benchruns.results.labels import short_code
from benchruns.units import duration_text
from benchruns.vocabulary import Regime, ResultStatus

COOKIE = "compare"
MOST = 12
SEPARATOR = "."
ONE_MONTH = 30 * 24 * 3600
# Browsers keep 4096 bytes of name, value and attributes.
LONGEST_COOKIE = 3500
CLASS, RESULT = "class", "result"
LONGEST_PROVIDER, LONGEST_CODE = 50, 120
OF_A_LABEL = (
    *("engine", "engine_version", "threads", "regime", "status"),
    *("duration_s", "parameters"),
)


@dataclass(frozen=True, slots=True)
class Tick:
    """``key`` is what stands after the kind; ``label`` is a few words for a chip."""

    kind: str
    key: str
    label: str

    @property
    def item(self) -> str:
        return f"{self.kind}:{self.key}"


@dataclass(frozen=True, slots=True)
class Added:
    """``items`` as they are now; of those asked for, how many found no room."""

    items: Sequence[str]
    new: int
    left_out: int


def class_item(instance_class: InstanceClass) -> str:
    return f"{CLASS}:{class_word(instance_class.class_key)}"


def result_item(result_id: UUID | str) -> str:
    return f"{RESULT}:{result_id}"


def items_of(request: HttpRequest) -> list[str]:
    """The ticked items in the order of ticking; asks the database nothing."""
    words = request.COOKIES.get(COOKIE, "")[:LONGEST_COOKIE].split(SEPARATOR)
    items = (read_item(unquote(word)) for word in words)
    return list(dict.fromkeys(filter(None, items)))[:MOST]


def read_item(text: str) -> str:
    """The item as it is always written, or empty for what is none."""
    kind, _colon, key = text.partition(":")
    if kind == RESULT:
        try:
            return result_item(UUID(key))
        except ValueError:
            return ""
    named = read_class_word(key) if kind == CLASS else None
    is_written_so = named is not None and class_word(named) == key
    return text if named and is_written_so and _may_be_stored(named) else ""


def key_of(item: str) -> ClassKey | None:
    """The class that an item names; None of a result."""
    return read_class_word(item.removeprefix(f"{CLASS}:"))


def _may_be_stored(key: ClassKey) -> bool:
    return len(key.provider) <= LONGEST_PROVIDER and 0 < len(key.code) <= LONGEST_CODE


def ticks_of(request: HttpRequest) -> list[Tick]:
    """The ticks with their labels. Results that the reader may not see are left out."""
    items = [item.partition(":") for item in items_of(request)]
    wanted = [key for kind, _colon, key in items if kind == RESULT]
    labels = _result_labels(wanted, request) if wanted else {}
    ticks = [
        Tick(kind, key, labels.get(key, "") if kind == RESULT else _class_label(key))
        for kind, _colon, key in items
    ]
    return _told_apart([tick for tick in ticks if tick.label])


def _class_label(word: str) -> str:
    key = read_class_word(word)
    return short_code(key.code) if key else ""


def _told_apart(ticks: Sequence[Tick]) -> list[Tick]:
    """Classes of one code are of different engines or providers: said where needed."""
    counts = Counter(tick.label for tick in ticks)
    return [
        replace(tick, label=f"{tick.label}, {_whose(tick.key)}")
        if tick.kind == CLASS and counts[tick.label] > 1
        else tick
        for tick in ticks
    ]


def _whose(word: str) -> str:
    key = read_class_word(word)
    return f"{ENGINES[key.engine].label}, {key.provider}" if key else ""


def _result_labels(ids: Iterable[str], request: HttpRequest) -> dict[str, str]:
    results = (
        Result.objects.at_address(request.user)
        .filter(pk__in=ids)
        .select_related("instance_class")
        .only(*OF_A_LABEL, "instance_class__code", "run_id")
    )
    names = _names_of_runs([r.run_id for r in results if r.run_id], request)
    facts = {result.pk: _facts(result) for result in results}
    return {
        str(result.pk): names.get(result.run_id)
        or _result_label(facts[result.pk], among=list(facts.values()))
        for result in results
    }


def _names_of_runs(
    run_ids: Sequence[UUID], request: HttpRequest
) -> dict[UUID | None, str]:
    """What their owner calls them, for who may know."""
    if not run_ids or not request.user.is_authenticated:
        return {}
    seen = Run.objects.labels_seen_by(request.user).filter(pk__in=run_ids)
    return dict(seen.exclude(name="").values_list("pk", "name"))


def _facts(result: Result) -> dict[str, str]:
    """What a chip may say, by kind, in the order of saying it."""
    size = result.instance_class
    is_current = result.status == ResultStatus.CURRENT
    threads = result.threads or 0
    text = ngettext("%(n)d thread", "%(n)d threads", threads)
    return {
        "status": "" if is_current else str(ResultStatus(result.status).label),
        "class": short_code(size.code) if size else "",
        "regime": str(Regime(result.regime).label) if result.regime else "",
        "engine": engine_title(result.engine, result.engine_version),
        "threads": text % {"n": threads} if threads else "",
        "time": duration_text(round(result.seconds)) if result.seconds else "",
    }


def _result_label(
    facts: Mapping[str, str], *, among: Sequence[Mapping[str, str]]
) -> str:
    """What tells it apart first, from rows of its class too."""
    alike = [each for each in among if each["class"] == facts["class"]]
    differing = [kind for kind in facts if len({each[kind] for each in alike}) > 1]
    order = [*differing, *(kind for kind in facts if kind not in (*differing, "time"))]
    return ", ".join(filter(None, (facts[kind] for kind in order)))


def compare_query(ticks: Iterable[Tick]) -> str:
    """The query of the page that compares them; begins with ``?``, or is empty."""
    query = urlencode([(tick.kind, tick.key) for tick in ticks], safe="/:")
    return f"?{query}" if query else ""


def add(items: Sequence[str], more: Iterable[str]) -> Added:
    """As many of ``more`` as there is room for."""
    found = list(items)
    new = left_out = 0
    for item in more:
        if item in found:
            continue
        if len(found) < MOST and len(written([*found, item])) <= LONGEST_COOKIE:
            found.append(item)
            new += 1
        else:
            left_out += 1
    return Added(items=found, new=new, left_out=left_out)


def keep(response: HttpResponseBase, items: Sequence[str]) -> None:
    if not items:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_cookie(
        COOKIE,
        written(items),
        max_age=ONE_MONTH,
        samesite="Lax",
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
    )


def written(items: Iterable[str]) -> str:
    """Every other character than letters, digits, ``_`` and ``-`` as its code."""
    words = (
        quote(item, safe="").replace(".", "%2E").replace("~", "%7E") for item in items
    )
    return SEPARATOR.join(words)
