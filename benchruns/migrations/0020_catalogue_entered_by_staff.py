import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('benchruns', '0019_stress_connections'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CatalogueChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(choices=[('provider', 'provider'), ('instance_class', 'instance class'), ('campaign', 'campaign')], max_length=20)),
                ('key', models.CharField(max_length=400)),
                ('values', models.JSONField(default=dict)),
            ],
            options={
                'ordering': ['-at', '-id'],
            },
        ),
        migrations.AddField(
            model_name='instanceclass',
            name='burst_baseline_percent',
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name='instanceclass',
            name='burst_credits_per_hour',
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name='instanceclass',
            name='entered_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='instanceclass',
            name='entered_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='instanceclass',
            name='most_burst_credits',
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name='instanceclass',
            name='regions',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='instanceclass',
            name='sale_ends_on',
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name='instanceclass',
            name='source_text',
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name='instanceclass',
            name='stated_on',
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name='provider',
            name='entered_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='provider',
            name='entered_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='provider',
            name='source_text',
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name='provider',
            name='stated_on',
            field=models.DateField(null=True),
        ),
        migrations.AddConstraint(
            model_name='instanceclass',
            constraint=models.CheckConstraint(condition=models.Q(('burst_baseline_percent__isnull', True), models.Q(('burst_baseline_percent__gt', 0), ('burst_baseline_percent__lte', 100)), _connector='OR'), name='burst_baseline_is_a_share'),
        ),
        migrations.AddField(
            model_name='cataloguechange',
            name='actor',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='cataloguechange',
            index=models.Index(fields=['kind', 'key'], name='changes_of_a_row'),
        ),
        migrations.AddConstraint(
            model_name='cataloguechange',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['provider', 'instance_class', 'campaign'])), name='changed_kind_is_known'),
        ),
    ]
