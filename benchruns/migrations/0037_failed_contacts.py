"""Contacts in vain, which hold up more of them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0036_turns_of_checks")]

    operations = [
        migrations.CreateModel(
            name="FailedContact",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("address", models.GenericIPAddressField()),
                ("port", models.PositiveIntegerField()),
                ("is_login", models.BooleanField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["address", "at"], name="failed_contact")
                ],
            },
        ),
    ]
