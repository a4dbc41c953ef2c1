import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("benchruns", "0056_class_summaries"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="notice", name="notice_is_of_one_thing"),
        migrations.AddField(
            model_name="notice",
            name="run",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="benchruns.run",
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.CheckConstraint(
                condition=Q(event__isnull=False, schedule__isnull=True, run__isnull=True)
                | Q(event__isnull=True, schedule__isnull=False, run__isnull=True)
                | Q(event__isnull=True, schedule__isnull=True, run__isnull=False),
                name="notice_is_of_one_thing",
            ),
        ),
    ]
