"""One small chart of each kind, and how to read a picture of one."""

from xml.etree import ElementTree as ET

from portal.charts import Box, Chart, Kind, Point, Quartiles, Series

BARS = Chart(
    id="chart-bars",
    kind=Kind.BARS,
    title="",
    name="TPS by class",
    unit="TPS",
    is_log=False,
    caption="MySQL 8.0: cached beside disk I/O",
    source="Alibaba Cloud white paper, 1.4, 2022-05-30",
    labels=[["m1.medium", "4 vCPU · 16 GB"], ["c2.xlarge", "16 vCPU · 64 GB"]],
    series=[
        Series(
            label="cached",
            style="cached",
            values=[1866.0, 6740.0],
            texts=["1,866", "6,740"],
        ),
        Series(
            label="disk I/O",
            style="disk_io",
            values=[1013.0, None],
            texts=["1,013", "–"],
        ),
    ],
    points=[
        Point(place=1, series=0, value=6700.0, text="6,700", provenance="measured"),
        Point(place=1, series=None, value=42.0, text="42.0", provenance="submitted"),
    ],
)

LYING = Chart(
    id="chart-lying",
    kind=Kind.LYING,
    title="Disk I/O",
    name="TPS of two classes",
    unit="TPS",
    is_log=False,
    limit=6740.0,
    baseline=1013.0,
    labels=[["m1.medium"], ["c2.xlarge"]],
    series=[
        Series(
            label="disk I/O",
            style="disk_io",
            values=[1013.0, 5457.0],
            texts=["1,013", "5,457"],
        )
    ],
)

LINES = Chart(
    id="chart-lines",
    kind=Kind.LINES,
    title="pgbench read-only",
    name="QPS by hot records",
    unit="QPS",
    is_log=False,
    labels=[["5 M"], ["50 M"]],
    series=[
        Series(label="pg.x8", values=[900.0, 700.0], texts=["900", "700"]),
        Series(label="pg.x4", values=[500.0, None], texts=["500", "–"]),
    ],
)

BOXES = Chart(
    id="chart-boxes",
    kind=Kind.BOXES,
    title="Repeats",
    name="TPS of repeats",
    unit="TPS",
    is_log=False,
    labels=[["m1.medium", "cached"], ["c2.xlarge"]],
    boxes=[
        Box(
            values=[1001.0, 1004.0, 1002.0],
            quartiles=Quartiles(
                lowest=1001.0, q1=1001.5, median=1002.0, q3=1003.0, highest=1004.0
            ),
            text="1,002",
            excluded=[990.0],
            style="disk_io",
        ),
        Box(values=[1008.0], text="1,008"),
    ],
)

SCATTER = Chart(
    id="chart-scatter",
    kind=Kind.SCATTER,
    title="Throughput against latency",
    name="p95 against TPS",
    unit="ms p95",
    x_unit="TPS",
    is_log=False,
    is_joined=True,
    series=[
        Series(
            label="m1.medium",
            xs=[100.0, 190.0],
            values=[4.0, 9.0],
            texts=["4.00", "9.00"],
            sign=3,
        ),
        Series(label="c2.xlarge", xs=[400.0], values=[5.0], texts=["5.00"], sign=0),
    ],
)

TIMELINE = Chart(
    id="chart-timeline",
    kind=Kind.TIMELINE,
    title="TPS over time",
    name="TPS over seconds",
    unit="TPS",
    is_log=False,
    series=[
        Series(
            label=f"run {number}",
            xs=[1.0, 2.0, 3.0, 4.0],
            values=[100.0, None, 120.0, 110.0],
            texts=["100", "–", "120", "110"],
        )
        for number in range(2)
    ],
)

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg):
    return ET.fromstring(svg)  # noqa: S314 (drawn by ourselves)


ALL = (BARS, LYING, LINES, BOXES, SCATTER, TIMELINE)
