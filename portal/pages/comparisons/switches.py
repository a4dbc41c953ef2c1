"""The switches of a comparison: links that change one word; what gives nothing is dim."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from benchruns.catalogue.pricing import prices
from benchruns.comparison import Comparison
from benchruns.comparison.figures.scaling import scalings_of
from benchruns.comparison.report import Group
from portal.links.comparisons import Links, address
from portal.pages.comparisons.names import names_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A link; with a ``refusal`` it says why it would show nothing, and leads nowhere."""

    id: str
    label: str | Promise
    href: str
    is_current: bool
    refusal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    name: str
    label: str | Promise
    choices: Sequence[Choice]

    @property
    def current(self) -> Choice | None:
        return next((choice for choice in self.choices if choice.is_current), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """``menus`` have many or long choices; ``columns`` is one toggle a column."""

    groups: Sequence[Switch]
    menus: Sequence[Switch]
    columns: Sequence[Choice]
    only: Choice


def switches_of(
    comparison: Comparison,
    links: Links,
    *,
    versions: Sequence[str],
    priced: Sequence[prices.Choice],
) -> Switches:
    menus = [_versions(comparison, links, versions), _prices(links, priced)]
    return Switches(
        groups=[
            _switch(
                links,
                "view",
                _("View"),
                {
                    "bars": _("Bars"),
                    "scaling": _("Scaling"),
                    "latency": _("Latency"),
                    "timeline": _("Timeline"),
                    "repeats": _("Repeats"),
                },
                refusals=view_refusals(comparison),
            ),
            _switch(
                links,
                "show",
                _("Show"),
                {
                    "absolute": _("Absolute and %"),
                    "relative": _("Relative to best"),
                    "percent": _("% only"),
                },
                refusals=_alone(comparison),
            ),
            _switch(
                links, "scale", _("Scale"), {"linear": _("Linear"), "log": _("Log")}
            ),
            _switch(
                links,
                "per",
                _("Per"),
                {"class": _("class"), "vcpu": _("vCPU"), "gb": _("GB")},
                refusals=_unsized(comparison),
            ),
        ],
        menus=[menu for menu in menus if len(menu.choices) > 1],
        columns=list(_columns(comparison, links)),
        only=Choice(
            id="only-differing",
            label=_("only rows that differ"),
            href=links.to(only="" if links.view.only else "differing"),
            is_current=bool(links.view.only),
        ),
    )


def _switch(
    links: Links,
    name: str,
    label: str,
    words: Mapping[str, str],
    *,
    refusals: Mapping[str, str] | None = None,
) -> Switch:
    current = getattr(links.view, name)
    return Switch(
        name=name,
        label=label,
        choices=[
            Choice(
                id=f"{name}-{word}",
                label=text,
                href=links.to(**{name: word}),
                is_current=word == current,
                refusal=(refusals or {}).get(word, ""),
            )
            for word, text in words.items()
        ],
    )


def view_refusals(comparison: Comparison) -> dict[str, str]:
    """Why a view of these columns would be empty, by its word."""
    found = {}
    rows = [row for entry in comparison.entries for row in entry.rows.values()]
    if not scalings_of(comparison):
        found["scaling"] = _(
            "Scaling needs two sizes of one provider, family, version and memory per "
            "vCPU."
        )
    if not any(row.run_id or row.submission for row in rows):
        found["timeline"] = _(
            "Only measured and submitted results have seconds; there is none here."
        )
        if not any("latency_p95_ms" in row.figures for row in rows):
            found["latency"] = _("No column has a latency.")
    if not any(_has_repeats(group) for group in comparison.groups):
        found["repeats"] = _("No column has more than one result of one load.")
    return found


def _has_repeats(group: Group) -> bool:
    cells = group.main.cells if group.main else ()
    return any(cell.repeats and cell.repeats.count > 1 for cell in cells)


def _alone(comparison: Comparison) -> dict[str, str]:
    if len(comparison.entries) > 1:
        return {}
    reason = _("One column is compared with nothing.")
    return {"relative": reason, "percent": reason}


def _unsized(comparison: Comparison) -> dict[str, str]:
    found = {}
    rows = [row for entry in comparison.entries for row in entry.rows.values()]
    if not any(row.vcpus for row in rows):
        found["vcpu"] = _("The vCPUs of no column are known.")
    if not any(row.memory_gb for row in rows):
        found["gb"] = _("The memory of no column is known.")
    return found


def _columns(comparison: Comparison, links: Links) -> list[Choice]:
    every = [*comparison.entries, *comparison.hidden]
    names = names_of(every)
    return [
        Choice(
            id=f"column-{place}",
            label=name,
            href=links.showing(entry)
            if entry in comparison.hidden
            else links.hiding(entry),
            is_current=entry not in comparison.hidden,
            refusal=_("The baseline cannot be hidden.")
            if entry is comparison.base
            else "",
        )
        for place, (entry, name) in enumerate(zip(every, names, strict=True))
    ]


def _versions(comparison: Comparison, links: Links, versions: Sequence[str]) -> Switch:
    """One version for all classes, or all versions of one class side by side."""
    asked = comparison.asked
    one = {"": _("as most columns have")} | {version: version for version in versions}
    choices = [
        Choice(
            id=f"version-{version or 'common'}",
            label=label,
            href=address(
                replace(asked, version=version, versions=(), pins=frozenset()),
                links.view,
            ),
            is_current=version == asked.version and not asked.versions,
        )
        for version, label in one.items()
    ]
    if len(asked.classes) == 1 and len(versions) > 1:
        every = replace(
            asked, version="", versions=tuple(versions), baseline="", pins=frozenset()
        )
        choices.append(
            Choice(
                id="version-all",
                label=_("all, side by side"),
                href=address(every, links.view),
                is_current=bool(asked.versions),
            )
        )
    # With one version there is nothing to choose.
    shown = choices if len(versions) > 1 else choices[:1]
    return Switch(name="version", label=_("Version"), choices=shown)


def _prices(links: Links, priced: Sequence[prices.Choice]) -> Switch:
    current = links.view.price or (priced[0].key if priced else "")
    return Switch(
        name="price",
        label=_("Price"),
        choices=[
            Choice(
                id=f"price-{place}",
                label=each.label,
                href=links.to(price=each.key),
                is_current=each.key == current,
            )
            for place, each in enumerate(priced)
        ],
    )
