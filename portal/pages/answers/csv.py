"""CSV downloads: exact numbers, one row a line."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from django.http import HttpResponse, StreamingHttpResponse

from benchruns.figures.metrics import FIGURE_NAMES, as_written
from benchruns.results.row import Row
from benchruns.sentences.doubts import all_doubts_text
from portal.formats.cells import safe_cell
from portal.web.saved_files import name_file

RESULT_COLUMNS = (
    "id",
    "provenance",
    "visibility",
    "status",
    "run",
    "submission",
    "engine",
    "engine_version",
    "provider",
    "instance_class",
    "edition",
    "vcpus",
    "memory_gb",
    "iops",
    "max_connections",
    "stress_connections",
    "campaign",
    "workload",
    "variant",
    "regime",
    "threads",
    "tables",
    "table_size",
    "scale",
    "total_records",
    "hot_records",
    "data_bytes",
    "data_bytes_is_estimate",
    *FIGURE_NAMES,
    "derived",
    "tool",
    "source",
    "source_section",
    "published_on",
    "measured_at",
    "note",
    "doubt",
    "exclusion_reason",
)

Line = Sequence[object]


def csv_answer(filename: str, lines: Iterable[Line]) -> HttpResponse:
    """A file to save; what is not known is an empty cell."""
    text = "".join(_written(lines))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    name_file(response, filename)
    return response


def streamed_csv(filename: str, lines: Iterable[Line]) -> StreamingHttpResponse:
    """The same of lines that are not all held at a time, however many there are."""
    response = StreamingHttpResponse(
        _written(lines), content_type="text/csv; charset=utf-8"
    )
    name_file(response, filename)
    return response


def _written(lines: Iterable[Line]) -> Iterator[str]:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for line in lines:
        writer.writerow([safe_cell(cell) for cell in line])
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def result_lines(rows: Iterable[Row]) -> Iterable[Line]:
    yield RESULT_COLUMNS
    for row in rows:
        yield (
            row.id,
            row.provenance,
            row.visibility,
            row.status,
            row.run_id,
            row.submission,
            row.engine,
            row.engine_version,
            row.provider,
            row.class_key.code if row.class_key else "",
            row.edition,
            row.vcpus,
            row.memory_gb,
            row.iops,
            row.max_connections,
            row.stress_connections,
            row.campaign,
            row.workload,
            row.variant,
            row.regime,
            row.threads,
            row.tables,
            row.table_size,
            row.scale,
            row.rows,
            row.hot_records,
            row.data_bytes,
            row.data_is_estimate,
            *(
                as_written(name, row.figures[name]) if name in row.figures else None
                for name in FIGURE_NAMES
            ),
            "; ".join(
                f"{name} = {formula}"
                for name, formula in row.formulas.items()
                if name in FIGURE_NAMES
            ),
            row.tool,
            row.source,
            row.source_section,
            row.published_on,
            row.measured_at,
            row.note,
            all_doubts_text(row.findings),
            row.exclusion_reason,
        )
