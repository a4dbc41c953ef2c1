"""The version of the parser that reads each format today."""

from collections.abc import Mapping

from benchruns.parsers import benchbase, messages
from benchruns.parsers.gotpc import report as gotpc
from benchruns.parsers.hammerdb import job_report
from benchruns.parsers.hammerdb import log as hammerdb
from benchruns.parsers.pgbench import files as pgbench_files
from benchruns.parsers.settings import server_settings
from benchruns.parsers.sysbench import output as sysbench
from benchruns.parsers.tool_report import Format
from benchruns.submissions.template import reader as report_template

CURRENT: Mapping[Format, str] = {
    Format.SYSBENCH: sysbench.PARSER_VERSION,
    Format.SYSBENCH_CSV: sysbench.PARSER_VERSION,
    Format.SYSBENCH_JSON: sysbench.PARSER_VERSION,
    Format.PGBENCH: pgbench_files.PARSER_VERSION,
    Format.PGBENCH_PROGRESS: pgbench_files.PARSER_VERSION,
    Format.PGBENCH_LOG: pgbench_files.PARSER_VERSION,
    Format.PGBENCH_AGGREGATE_LOG: pgbench_files.PARSER_VERSION,
    Format.HAMMERDB_LOG: hammerdb.PARSER_VERSION,
    Format.HAMMERDB_JSON: job_report.PARSER_VERSION,
    Format.BENCHBASE: benchbase.PARSER_VERSION,
    Format.GO_TPC: gotpc.PARSER_VERSION,
    Format.GO_TPC_JSON: gotpc.PARSER_VERSION,
    Format.TOOL_MESSAGES: messages.PARSER_VERSION,
    Format.TEMPLATE_XLSX: report_template.PARSER_VERSION,
    Format.TEMPLATE_CSV: report_template.PARSER_VERSION,
    Format.MYSQL_VARIABLES: server_settings.PARSER_VERSION,
    Format.POSTGRESQL_SETTINGS: server_settings.PARSER_VERSION,
}
