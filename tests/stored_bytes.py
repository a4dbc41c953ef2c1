"""All that the database holds of uploads, as one text: where a secret must not be."""

import zlib

from django.apps import apps


def stored_text():
    """Every column of every row, files unpacked."""
    rows = (
        row
        for app in ("benchruns", "portal")
        for model in apps.get_app_config(app).get_models()
        for row in model.objects.all()
    )
    return "\n".join(map(_text_of, rows))


def _text_of(row):
    columns = {field.attname: getattr(row, field.attname) for field in row._meta.fields}
    content = columns.pop("content", b"")
    unpacked = zlib.decompress(content) if content else b""
    return f"{columns} {unpacked.decode('utf-8', 'replace')}"
