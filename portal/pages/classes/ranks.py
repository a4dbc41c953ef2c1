"""``/classes/ranking/``: all classes by what they reached under one load."""

from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.catalogue.needs.need import ANY_REGIME, Need
from benchruns.catalogue.ranks.figures import MOST, Durations, Per
from benchruns.catalogue.ranks.report import Place, Ranking, ranking
from benchruns.engines import ENGINES
from benchruns.models import InstanceClass, Provider
from benchruns.names.class_words import ClassKey, class_word, read_class_word
from benchruns.sentences.doubts import doubt_text
from benchruns.units import size_text
from portal.charts.ranks import Bar, RankChart
from portal.formats.figures import figure
from portal.forms.needs import UNKNOWN, RankForm
from portal.pages.answers.csv import Line, csv_answer, result_lines
from portal.web.faults import answer_faults
from portal.web.page_cache.anonymous import kept_for_anonymous
from portal.web.permissions import Viewer
from portal.wording.needs import durations_text, load_text, span_text

WITHOUT, FORMAT, DURATION = "without", "format", "duration"
SAFE = ":/"  # of a query: they read better as they are
Pairs = Sequence[tuple[str, str]]


@require_safe
@kept_for_anonymous
def class_ranking(request: HttpRequest) -> HttpResponse:
    """The load, what figures are divided by and what is taken off stand in the address."""
    given = {name: word for name, word in request.GET.dict().items() if word}
    without = list(dict.fromkeys(filter(None, request.GET.getlist(WITHOUT))))
    given.pop(WITHOUT, None)
    wanted = given.pop(FORMAT, "")
    if wanted not in ("", "csv"):
        text = _("There is no format “%(name)s”: ask for csv.") % {"name": wanted[:20]}
        return answer_faults(wanted, [(FORMAT, text)])
    if any(not word for word in request.GET.values()) and not wanted:
        return redirect(f"{request.path}{_query([*given.items()], without)}")
    form = RankForm(given, user=request.user)
    unknown = [name for name in given if name not in form.fields]
    unknown += [word for word in without if not _name_of(word)]
    doubled = [name for name in given if len(request.GET.getlist(name)) > 1]
    if unknown or doubled or not form.is_valid():
        if wanted:
            return answer_faults(wanted, _faults(form, unknown, doubled))
        told = {
            "form": form,
            "unknown": unknown,
            "known": [*form.fields, WITHOUT],
            "doubled": doubled,
        }
        return render(request, "ranks/ranking.html", told, status=400)
    absent = _absent(without)
    there = [word for word in without if word not in absent]
    if wanted:
        return csv_answer("ranking.csv", _lines(form, there, request.user))
    context = _ranked(request, form, [*given.items()], there)
    told = {"form": form, "absent": [_name_of(word) for word in absent]}
    return render(request, "ranks/ranking.html", told | context)


def _faults(
    form: RankForm, unknown: Iterable[str], doubled: Iterable[str]
) -> list[tuple[str, str]]:
    told = [(name, _("There is no such filter.")) for name in unknown]
    told += [(name, _("Give it once.")) for name in doubled]
    told += [
        (name, str(message))
        for name, messages in form.errors.items()
        for message in messages
    ]
    return told


def _lines(form: RankForm, without: Sequence[str], user: Viewer) -> Iterator[Line]:
    """Those that are drawn: the place of each before its result."""
    load, per = form.priced_need, Per(form.cleaned_data["per"])
    band = form.cleaned_data["duration"]
    found = ranking(load, user=user, per=per, without=without, band=band)
    header, *rows = result_lines(place.row for place in found.places)
    yield ("place", "value", "value_unit", *header)
    for number, (place, row) in enumerate(
        zip(found.places, rows, strict=True), start=1
    ):
        yield (number, place.value, _unit(per, load), *row)


def _absent(without: Sequence[str]) -> list[str]:
    """What names no class and no provider of the catalogue: nothing to take off."""
    named = {word: _key_of(word) for word in without}
    keys = [key for key in named.values() if isinstance(key, ClassKey)]
    slugs = [key for key in named.values() if isinstance(key, str)]
    known: set[ClassKey | str] = set()
    if slugs:
        known.update(Provider.objects.filter(pk__in=slugs).values_list("pk", flat=True))
    if keys:
        codes = {key.code for key in keys}
        sold = InstanceClass.objects.filter(code__in=codes)
        known.update(each.class_key for each in sold)
    return [word for word, key in named.items() if key and key not in known]


def _key_of(word: str) -> ClassKey | str | None:
    """The class, or the provider's slug; None of an engine, all of which are known."""
    kind, _colon, name = word.partition(":")
    if kind == "provider":
        return name
    return read_class_word(name) if kind == "class" else None


def _ranked(
    request: HttpRequest, form: RankForm, given: Pairs, without: Sequence[str]
) -> dict[str, object]:
    load, per = form.priced_need, Per(form.cleaned_data["per"])
    band = form.cleaned_data["duration"]
    found = ranking(load, user=request.user, per=per, without=without, band=band)
    off = _others("provider", found.providers), _others("engine", found.engines)
    bars = [_bar(each, found, load, given, without) for each in found.places]
    return {
        "ranking": found,
        "chart": RankChart(bars=bars, unit=""),
        "duration": durations_text(found.durations) if found.durations.count else "",
        "durations": [
            (durations_text(each), each.count, _query(_lasting(given, each), without))
            for each in found.others
        ],
        "unit": _unit(per, load),
        "load": load_text(load),
        "price": load.choice if per is Per.PRICE else None,
        "most": MOST,
        "csv": _query([*given, (FORMAT, "csv")], without),
        "without": without,
        "taken": [
            (_name_of(word), _query(given, [w for w in without if w != word]))
            for word in without
        ],
        "everything": _query(given, []),
        "offers": [
            [(_name_of(word), _query(given, [*without, word])) for word in words]
            for words in ([w for w in each if w not in without] for each in off)
            if len(words) > 1
        ],
    }


def _others(kind: str, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        yield f"{kind}:{name}"


def _lasting(given: Pairs, durations: Durations) -> Pairs:
    """The same load, of these durations."""
    shortest = durations.shortest
    word = UNKNOWN if shortest is None else str(int(shortest))
    return [*(pair for pair in given if pair[0] != DURATION), (DURATION, word)]


def _query(given: Pairs, without: Sequence[str]) -> str:
    pairs = [*given, *((WITHOUT, word) for word in without)]
    return f"?{urlencode(pairs, safe=SAFE)}" if pairs else "?"


def _name_of(word: str) -> str:
    """What is taken off, as a reader calls it; empty for a word that names nothing."""
    kind, _colon, name = word.partition(":")
    if kind == "engine" and name in ENGINES:
        return str(ENGINES[name].label)
    if kind == "provider":
        return name
    key = read_class_word(name) if kind == "class" else None
    return key.code if key else ""


def _unit(per: Per, load: Need) -> str:
    currency = load.choice.currency if load.choice else _("price")
    return {
        Per.CLASS: "TPS",
        Per.VCPU: _("TPS a vCPU"),
        Per.GB: _("TPS a GB"),
        Per.PRICE: _("TPS per %(currency)s an hour") % {"currency": currency},
    }[per]


def _bar(
    place: Place, found: Ranking, load: Need, given: Pairs, without: Sequence[str]
) -> Bar:
    key, result = place.key, place.result
    its_own, all_alike = place.row.seconds, durations_text(found.durations)
    duration = span_text(its_own, its_own)
    doubt = doubt_text(place.row, is_of_regime=load.regime != ANY_REGIME)
    sold = result.instance_class
    size = size_text(sold.vcpus, sold.memory_gb) if sold else ""
    about = [size, place.row.engine_title, sold.provider.name if sold else key.provider]
    if duration != all_alike:
        about.append(duration)
    if place.repeats and place.median is not None:
        told = {"count": place.repeats.count, "median": figure(place.median)}
        about.append(_("%(count)d repeats, median %(median)s") % told)
    return Bar(
        name=key.code,
        about=", ".join(filter(None, about)),
        url=reverse("portal:class-detail", args=[key.provider, key.engine, key.code]),
        value=place.value,
        text=figure(place.value),
        style=result.regime or "",
        word=_("in doubt") if doubt else str(result.get_provenance_display()),
        is_open=bool(doubt),
        doubt=doubt,
        result_url=reverse("portal:result-detail", args=[result.pk]),
        off=_query(given, [*without, f"class:{class_word(key)}"]),
    )
