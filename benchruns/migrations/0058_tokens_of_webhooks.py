"""Which API token said where a webhook leads, and which was given its secret.

Of those from before it is known alone that one led there: it may have any secret of theirs.
"""

from uuid import UUID

from django.db import migrations, models
from django.db.models import Q

UNKNOWN = UUID(int=0)


def name_the_unknown(apps, schema_editor):
    webhooks = apps.get_model("benchruns", "Webhook").objects
    webhooks.filter(is_of_token=True).update(address_by=UNKNOWN, secret_by=UNKNOWN)


def say_whether(apps, schema_editor):
    webhooks = apps.get_model("benchruns", "Webhook").objects
    webhooks.filter(address_by__isnull=False).update(is_of_token=True)


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0057_notices_of_runs")]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="address_by",
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name="webhook",
            name="secret_by",
            field=models.UUIDField(null=True),
        ),
        migrations.RunPython(name_the_unknown, say_whether),
        migrations.RemoveField(model_name="webhook", name="is_of_token"),
        migrations.AlterField(
            model_name="webhook",
            name="secret_encrypted",
            field=models.TextField(blank=True),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=Q(("is_active", False))
                | Q(("secret_encrypted", ""), _negated=True),
                name="active_webhook_has_a_secret",
            ),
        ),
    ]
