"""What the drop zone says that it reads. All cases: docs/formats.md."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Reads:
    tool: str | Promise
    what: str | Promise


FORMATS = (
    Reads("sysbench 0.4 – 1.1", _("its output as text, CSV or JSON")),
    Reads("pgbench 9.5 – 18", _("its output, progress lines, logs written with -l")),
    Reads("HammerDB", _("its log, or a job report (hammerdb-job-report-v1)")),
    Reads("BenchBase", "summary.json"),
    Reads("go-tpc", _("its output as text or JSON")),
    Reads(_("Report template"), _("filled in, as XLSX or CSV")),
    Reads(_("Server settings"), "SHOW VARIABLES, pg_settings"),
)
