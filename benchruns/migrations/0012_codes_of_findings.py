"""Findings and verdicts are codes and values; their sentences are said where they are read."""

import logging

from django.db import migrations
from django.utils import translation

logger = logging.getLogger(__name__)

DAMAGED = (AttributeError, LookupError, TypeError, ValueError)


def change(apps, _schema_editor, *, finding, evidence):
    """One row in memory: a file's report may be large. A damaged one stays as it is."""

    def findings(told):
        return [finding(each) for each in told]

    def report(told):
        return {**told, "findings": findings(told["findings"])}

    with translation.override("en"):
        for name, column, filters, changed in (
            ("Result", "findings", {}, findings),
            ("SubmittedFile", "report", {"report__has_key": "findings"}, report),
            ("Attempt", "evidence", {}, evidence),
        ):
            rows = apps.get_model("benchruns", name).objects.filter(**filters)
            for key in list(rows.order_by().values_list("pk", flat=True)):
                change_row(rows.only("pk", column).get(pk=key), column, changed)


def change_row(row, column, changed):
    before = getattr(row, column)
    try:
        after = changed(before)
    except DAMAGED:
        kind = type(row).__name__
        logger.exception("row was left", extra={"row": f"{kind} {row.pk}"})
        return
    if after != before:
        setattr(row, column, after)
        row.save(update_fields=[column])


def drop_sentences(apps, schema_editor):
    from benchruns.sentences import stored

    change(
        apps,
        schema_editor,
        finding=stored.without_sentences,
        evidence=stored.evidence_without_sentences,
    )


def write_sentences(apps, schema_editor):
    from benchruns.sentences import stored

    change(
        apps,
        schema_editor,
        finding=stored.with_sentences,
        evidence=stored.evidence_with_sentences,
    )


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0011_drop_timed_out_at")]

    operations = [migrations.RunPython(drop_sentences, write_sentences)]
