"""Of failures, events and checks rows hold codes and values, no sentences.

A sentence that code and values of its row tell is dropped; another one stays under
``message`` of the values, and is shown as it was. Backwards all are written again.
"""

import logging
from functools import partial

from django.db import migrations, models
from django.db.models import Q
from django.utils import translation

logger = logging.getLogger(__name__)

BATCH = 500
STATED = "message"  # where a sentence stays that values do not tell
DAMAGED = "was"  # where values stay beside it that were no object, or had such a key


def drop_sentences(apps, schema_editor):
    of = partial(_rows, apps, schema_editor)
    with translation.override("en"):
        runs = of("Run").exclude(failure_message="")
        _change(runs, _code_of_run, ["failure_code", "failure_values"])
        _change(of("Event"), _data_of_event, ["data"])
        _change(of("Check").exclude(message=""), _values_of_check, ["values"])
        data_sets = of("DataSet").exclude(drop_error="")
        _change(data_sets, _code_of_data_set, ["drop_code", "drop_values"])


def write_sentences(apps, schema_editor):
    of = partial(_rows, apps, schema_editor)
    with translation.override("en"):
        runs = of("Run").exclude(failure_code="")
        _change(runs, _sentence_of_run, ["failure_message"])
        _change(of("Event"), _sentence_of_event, ["message", "data"])
        checks = of("Check").filter(Q(finished_at__isnull=False) | ~Q(values={}))
        _change(checks, _sentence_of_check, ["message"])
        data_sets = of("DataSet").exclude(drop_code="")
        _change(data_sets, _sentence_of_data_set, ["drop_error"])


def _rows(apps, schema_editor, name):
    model = apps.get_model("benchruns", name)
    return model.objects.using(schema_editor.connection.alias).order_by("pk")


def _change(rows, change, fields):
    """Change rows, most of which stay as they are; a damaged one as far as it goes."""
    changed = []
    for row in rows.iterator(chunk_size=BATCH):
        was = [getattr(row, name) for name in fields]
        try:
            change(row)
        except Exception:
            logger.exception("%s %s is damaged", row._meta.label, row.pk)
        if was != [getattr(row, name) for name in fields]:
            changed.append(row)
        if len(changed) >= BATCH:
            rows.bulk_update(changed, fields)
            changed = []
    rows.bulk_update(changed, fields)


# Forwards ---------------------------------------------------------------------------


def _code_of_run(run):
    from benchruns.sentences.failures.table import failure_message

    run.failure_code = run.failure_code or "unknown"
    run.failure_values = {STATED: run.failure_message}
    if failure_message(run.failure_code, {}) == run.failure_message:
        run.failure_values = {}


def _data_of_event(event):
    from benchruns.sentences.events import event_message

    if not isinstance(event.data, dict) or STATED in event.data:
        event.data = {STATED: event.message, DAMAGED: event.data}
    elif event_message(event.code, event.data) != event.message:
        event.data = {**event.data, STATED: event.message}


def _values_of_check(check):
    from benchruns.sentences.endpoints import check_message

    check.values = {STATED: check.message}
    values = _found(check.server, check.missing_privileges)
    if check_message(check.code, values) == check.message:
        check.values = values


def _found(server, missing_privileges):
    """As a check states it today; empty where it reached no server."""
    if "version" not in server:
        return {}
    return {
        "engine": server["engine"],
        "version": server["version"],
        "missing_privileges": list(missing_privileges),
        "missing_for_counters": list(server.get("missing_for_counters") or ()),
    }


def _code_of_data_set(data_set):
    """Why it could not be dropped had no code."""
    from benchruns.sentences.failures.table import SENTENCES, failure_message

    stated = data_set.drop_error
    data_set.drop_code, data_set.drop_values = "unknown", {STATED: stated}
    for code in SENTENCES:
        if failure_message(code, {}) == stated:
            data_set.drop_code, data_set.drop_values = code, {}


# Backwards --------------------------------------------------------------------------


def _sentence_of_run(run):
    from benchruns.sentences.failures.table import failure_message

    run.failure_message = run.failure_code
    run.failure_message = failure_message(run.failure_code, run.failure_values)


def _sentence_of_event(event):
    from benchruns.sentences.events import event_message

    event.message = event_message(event.code, event.data)
    if isinstance(event.data, dict) and DAMAGED in event.data:
        event.data = event.data[DAMAGED]
    elif isinstance(event.data, dict):
        event.data = {k: value for k, value in event.data.items() if k != STATED}
    event.data = {} if event.data is None else event.data


def _sentence_of_check(check):
    from benchruns.sentences.endpoints import check_message

    check.message = check_message(check.code, check.values)


def _sentence_of_data_set(data_set):
    from benchruns.sentences.failures.table import failure_message

    data_set.drop_error = data_set.drop_code
    data_set.drop_error = failure_message(data_set.drop_code, data_set.drop_values)


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0012_codes_of_findings")]

    operations = [
        migrations.RemoveConstraint("run", "failed_run_says_why"),
        migrations.AddField("run", "failure_values", models.JSONField(default=dict)),
        migrations.AddField("check", "values", models.JSONField(default=dict)),
        migrations.AddField(
            "dataset", "drop_code", models.CharField(blank=True, max_length=40)
        ),
        migrations.AddField("dataset", "drop_values", models.JSONField(default=dict)),
        # so that going back it can be there before it is filled
        migrations.AlterField("event", "message", models.TextField(blank=True)),
        migrations.RunPython(drop_sentences, write_sentences),
        migrations.RemoveField("run", "failure_message"),
        migrations.RemoveField("event", "message"),
        migrations.RemoveField("check", "message"),
        migrations.RemoveField("dataset", "drop_error"),
        migrations.AddConstraint(
            "run",
            models.CheckConstraint(
                condition=~Q(state="failed") | ~Q(failure_code=""),
                name="failed_run_says_why",
            ),
        ),
    ]
