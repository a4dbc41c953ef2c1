from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("benchruns", "0047_data_change"),
    ]

    operations = [
        migrations.AddField(
            model_name="check",
            name="reached",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=models.PROTECT,
                related_name="+",
                to="benchruns.server",
            ),
        ),
    ]
