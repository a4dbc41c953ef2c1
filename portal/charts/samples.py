"""The charts of one result's samples: throughput and latency over its seconds."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from benchruns.results.submitted_samples import column
from benchruns.runs.samples import Row
from portal.charts.specs import Chart, Kind, Series
from portal.formats.figures import figure


def sample_charts(
    rows: Sequence[Row],
    *,
    latency: str,
    source: str,
    regime: str | None,
    doubt: str = "",
) -> list[Chart]:
    """As far as the samples have them; ``latency`` says which one each holds.

    Lines have the colour of the ``regime``. ``doubt`` is what is in doubt of the result, empty for nothing.
    ``rows`` are in the order of ``benchruns.runs.samples.COLUMNS``.
    """
    seconds = [second or 0 for second in column(rows, "second")]
    return [
        Chart(
            id=f"chart-samples-{name}",
            kind=Kind.TIMELINE,
            title=title,
            name=_("%(title)s over the seconds of the test") % {"title": title},
            unit=unit,
            is_log=False,
            series=[
                Series(
                    label=label,
                    xs=seconds,
                    values=values,
                    texts=[figure(value) for value in values],
                    style=regime or "unknown",
                    name_doubt=doubt,
                )
            ],
            caption=title,
            source=source,
        )
        for name, label, title, unit, values in _drawn(rows, latency)
        if any(value is not None for value in values)
    ]


def _drawn(
    rows: Sequence[Row], latency: str
) -> Iterator[tuple[str, str, str, str, list[float | None]]]:
    """Its name, the line's label, title, unit and values of each chart."""
    yield "tps", "TPS", _("Throughput"), "TPS", column(rows, "tps")
    yield (
        "latency",
        latency,
        _("Latency, %(what)s") % {"what": latency},
        "ms",
        column(rows, "latency_ms"),
    )
