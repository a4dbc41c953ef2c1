"""A paper of a third provider, as one of the staff enters it."""

from datetime import date

VALUES = {
    "slug": "aws-mysql-8.0-60s",
    "title": "MySQL 8.0 on burstable classes",
    "source_slug": "aws-paper",
    "source_title": "A paper of AWS",
    "source_text": "https://aws.example/paper.pdf",
    "source_section": "table 3",
    "language": "en",
    "published_on": date(2025, 6, 30),
    "stated_on": date(2026, 1, 31),
    "notes": "",
}
ROW = {
    "provider": "aws",
    "engine": "mysql",
    "engine_version": "8.0",
    "instance_class": "db.t3.medium",
    "workload": "oltp_read_write",
    "regime": "cached",
    "threads": "64",
    "tables": "16",
    "table_size": "100000",
    "duration_seconds": "60",
    "tool": "sysbench",
    "tool_version": "1.0.20",
    "client_instance": "m5.xlarge",
    "client_region": "eu-central-1",
    "region": "eu-central-1",
    "tps": "1234.5",
    "qps": "24690",
}


def table(*rows):
    """The report template as CSV, with a column for all that a row names."""
    rows = [ROW | row for row in rows or ({},)]
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [",".join(row.get(name, "") for name in names) for row in rows]
    return "\n".join([",".join(names), *lines, ""]).encode()
