"""What staff state of a provider and of a class, as texts and as their rules read them."""

from benchruns.catalogue.entry import columns

PROVIDER = {
    "slug": "aws",
    "name": "Amazon Web Services",
    "source_text": "https://aws.example/rds",
    "stated_on": "2026-01-31",
}
CLASS = {
    "provider": "aws",
    "engine": "mysql",
    "code": "db.t3.medium",
    "vcpus": "2",
    "memory_gb": "4",
    "max_connections": "340",
    "burst_baseline_percent": "20",
    "burst_credits_per_hour": "24",
    "most_burst_credits": "576",
    "regions": "eu-central-1; us-east-1",
    "source_text": "https://aws.example/rds/classes",
    "stated_on": "2026-01-31",
}


def provider(**texts):
    return _read(columns.PROVIDER, PROVIDER | texts)


def sold(**texts):
    return _read(columns.CLASS, CLASS | texts)


def _read(of, texts):
    return {column.name: column.value_of(texts.get(column.name, "")) for column in of}


def csv(of, *rows):
    names = [column.name for column in of]
    lines = [",".join(f'"{row.get(name, "")}"' for name in names) for row in rows]
    return "\n".join([",".join(names), *lines, ""]).encode()


def class_file(*rows):
    return csv(columns.CLASS, *(CLASS | row for row in rows))


def provider_file(*rows):
    return csv(columns.PROVIDER, *(PROVIDER | row for row in rows))
