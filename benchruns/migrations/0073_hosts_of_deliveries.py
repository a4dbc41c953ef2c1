"""Names of hosts that an older release noted of deliveries in vain, and that may be keys."""

from django.db import migrations

from benchruns.names.hidden import shown_host

TOLD = ("unknown_host", "own_server")


def hide(apps, _schema_editor):
    deliveries = apps.get_model("benchruns", "Delivery").objects
    for delivery in deliveries.filter(code__in=TOLD).exclude(detail="").iterator():
        host, colon, rest = delivery.detail.partition(":")
        deliveries.filter(pk=delivery.pk).update(
            detail=f"{shown_host(host)}{colon}{rest}"
        )


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0072_notices_of_deleted_schedules")]

    operations = [migrations.RunPython(hide, migrations.RunPython.noop)]
