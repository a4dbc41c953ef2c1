"""What a mail about a confirmed regression says: to its owner, and of no secret."""

from collections.abc import Mapping

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.engines import engine_title
from benchruns.figures.metrics import METRICS
from benchruns.models import Regression, RegressionRule
from benchruns.units import change_size, is_in_times
from benchruns.vocabulary import Doubt, WatchedFigure
from benchruns.workloads.labels import workload_label

# By the doubt of the figures that the regression rests on.
IN_DOUBT: Mapping[str, str | Promise] = {
    Doubt.FIGURE: gettext_lazy(
        "In doubt: a result before or since bears a caution on its figure or method."
    ),
    Doubt.REGIME: gettext_lazy(
        "In doubt: where the data of a result before or since was read from."
    ),
}


def percent_of(regression: Regression) -> float:
    """How far the figure went, signed; a level before is never zero."""
    return 100 * (regression.after - regression.before) / regression.before


def subject(regression: Regression) -> str:
    """ "Benchbook: TPS of OLTP read/write on shop-db fell by 12.3 %"."""
    rule = regression.rule
    return _("Benchbook: %(figure)s of %(load)s on %(place)s %(change)s") % {
        "figure": WatchedFigure(rule.figure).label,
        "load": workload_label(rule.series.workload),
        "place": rule.series.endpoint.name,
        "change": change_in_words(regression),
    }


def change_in_words(regression: Regression) -> str:
    """ "fell by 12.3 %", "rose by 20 %" of what is in doubt, "rose to 3.4 times its level"."""
    percent = percent_of(regression)
    text = _("rose by %(size)s") if percent > 0 else _("fell by %(size)s")
    if is_in_times(percent):
        text = _("rose to %(size)s its level")
    return text % {"size": change_size(percent, is_doubted=bool(regression.doubt))}


def body(regression: Regression) -> str:
    first, rule = regression.first_result, regression.rule
    unit = METRICS[rule.figure].unit
    repeats = ngettext(
        "Confirmed by %(count)d result.",
        "Confirmed by %(count)d results in a row.",
        regression.seen,
    ) % {"count": regression.seen}
    lines = [
        subject(regression).removeprefix("Benchbook: "),
        "",
        _("Median before: %(value)s %(unit)s")
        % {"value": f"{regression.before:,.2f}", "unit": unit},
        _("Median since:  %(value)s %(unit)s")
        % {"value": f"{regression.after:,.2f}", "unit": unit},
        _("Since: %(time)s UTC, %(server)s")
        % {
            "time": f"{first.measured_at:%Y-%m-%d %H:%M}",
            "server": engine_title(first.engine, first.engine_version_full),
        },
        repeats,
        *([IN_DOUBT[regression.doubt]] if regression.doubt else []),
        "",
        trend_address(rule),
        "",
        _("You get this mail because your rule watches this series (%(rule)s).")
        % {"rule": rule_text(rule)},
        _("Change or switch off the rule on that page."),
    ]
    return "\n".join(map(str, lines))


def rule_text(rule: RegressionRule) -> str:
    """ "TPS worse by 10 %, 3 times in a row"."""
    text = ngettext(
        "%(figure)s worse by %(percent)s %%, once",
        "%(figure)s worse by %(percent)s %%, %(count)d times in a row",
        rule.repeats,
    )
    return text % {
        "figure": WatchedFigure(rule.figure).label,
        "percent": f"{rule.threshold_percent:g}",
        "count": rule.repeats,
    }


def trend_address(rule: RegressionRule) -> str:
    """The page of the rule's series and figure, as the portal is reached from outside."""
    site = settings.SITE_URL.rstrip("/")
    return f"{site}/trends/{rule.series_id}/?figure={rule.figure}"
