"""Who had a successful run on a server has shown control of it, and wanted its load."""

from django.db import migrations


def give_consent(apps, _editor):
    """By its owner, at the time of the first successful run with the account of now."""
    Endpoint = apps.get_model("benchruns", "Endpoint")
    AuditEntry = apps.get_model("benchruns", "AuditEntry")
    waiting = Endpoint.objects.filter(consent_at__isnull=True, deleted_at__isnull=True)
    for endpoint in waiting.select_related("owner").iterator():
        run = _first_success(apps, endpoint)
        if run is None:
            continue
        at = run.started_at or run.finished_at
        Endpoint.objects.filter(pk=endpoint.pk).update(
            consent_at=at, consent_by=endpoint.owner_id, control_shown_at=at
        )
        AuditEntry.objects.create(
            action="consent_given",
            door="command",
            subject_kind="benchruns.endpoint",
            subject_id=str(endpoint.pk),
            subject_name=endpoint.name[:200],
            details={
                "because": "first_successful_run",
                "run": str(run.pk),
                "owner": endpoint.owner.username,
                "consent_at": at.isoformat(),
            },
        )


def _first_success(apps, endpoint):
    """What an older release kept of an attempt need not say where it led."""
    Run = apps.get_model("benchruns", "Run")
    Attempt = apps.get_model("benchruns", "Attempt")
    here = {name: getattr(endpoint, name) for name in ("host", "port", "username")}
    for run in Run.objects.filter(endpoint=endpoint, state="succeeded").order_by(
        "finished_at"
    ):
        attempt = Attempt.objects.filter(run=run, number=run.attempt).first()
        reached = attempt.reached if attempt else {}
        if all(reached.get(name, value) == value for name, value in here.items()):
            return run
    return None


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0031_consent")]

    operations = [migrations.RunPython(give_consent, migrations.RunPython.noop)]
