"""Staff allow a webhook an address of the internet, no longer all; no answers are kept.

Nobody knows which address was meant before: such webhooks are asked for once more.
"""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("benchruns", "0048_reached_by_checks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AllowedReceiver",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("address", models.CharField(max_length=45)),
                ("allowed_at", models.DateTimeField(auto_now_add=True)),
                (
                    "allowed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="allowed_receivers",
                        to="benchruns.webhook",
                    ),
                ),
            ],
            options={"ordering": ["allowed_at", "id"]},
        ),
        migrations.AddConstraint(
            model_name="allowedreceiver",
            constraint=models.UniqueConstraint(
                fields=("webhook", "address"), name="receiver_is_allowed_once"
            ),
        ),
        migrations.RemoveConstraint(
            model_name="webhook", name="allowed_webhook_has_a_name_and_a_time"
        ),
        migrations.RemoveField(model_name="webhook", name="allowed_at"),
        migrations.RemoveField(model_name="webhook", name="allowed_by"),
        migrations.RemoveField(model_name="delivery", name="answer"),
    ]
