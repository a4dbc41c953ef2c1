"""Webhooks and the outbox of what they are to be told; a limit of webhooks a user."""

import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('benchruns', '0039_schedules'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='limituse',
            name='limit',
            field=models.CharField(choices=[('runs', 'Runs that wait or run'), ('endpoint_runs', 'Runs that wait or run on one endpoint'), ('threads', 'Threads of a run'), ('load_seconds', 'Seconds of load a day'), ('data_gb', 'GB of data of a run'), ('endpoints', 'Endpoints'), ('checks', 'Checks a minute'), ('tokens', 'API tokens'), ('webhooks', 'Webhooks'), ('upload_mb', 'MB of uploads a day')], max_length=20),
        ),
        migrations.AlterField(
            model_name='userlimit',
            name='limit',
            field=models.CharField(choices=[('runs', 'Runs that wait or run'), ('endpoint_runs', 'Runs that wait or run on one endpoint'), ('threads', 'Threads of a run'), ('load_seconds', 'Seconds of load a day'), ('data_gb', 'GB of data of a run'), ('endpoints', 'Endpoints'), ('checks', 'Checks a minute'), ('tokens', 'API tokens'), ('webhooks', 'Webhooks'), ('upload_mb', 'MB of uploads a day')], max_length=20),
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('address', models.CharField(max_length=500)),
                ('secret_encrypted', models.TextField()),
                ('events', models.JSONField()),
                ('is_active', models.BooleanField(default=True)),
                ('allowed_at', models.DateTimeField(null=True)),
                ('held_until', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('allowed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('event', models.CharField(max_length=40)),
                ('body', models.TextField()),
                ('state', models.CharField(choices=[('waiting', 'waits'), ('delivered', 'delivered'), ('failed', 'given up')], default='waiting', max_length=10)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('waits_since', models.DateTimeField(default=django.utils.timezone.now)),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('tried_at', models.DateTimeField(null=True)),
                ('next_try_at', models.DateTimeField(default=django.utils.timezone.now, null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('status_code', models.PositiveIntegerField(null=True)),
                ('answer', models.TextField(blank=True)),
                ('code', models.CharField(blank=True, max_length=40)),
                ('detail', models.CharField(blank=True, max_length=500)),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='benchruns.webhook')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('allowed_at__isnull', True), ('allowed_by__isnull', True)), models.Q(('allowed_at__isnull', False), ('allowed_by__isnull', False)), _connector='OR'), name='allowed_webhook_has_a_name_and_a_time'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['webhook', 'waits_since'], name='delivery_waiting'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['webhook', '-created_at', '-id'], name='delivery_newest_first'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['finished_at'], name='delivery_finished'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'delivered', 'failed'])), name='delivery_state_is_known'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('next_try_at__isnull', False), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('finished_at__isnull', False), ('next_try_at__isnull', True)), _connector='OR'), name='waiting_delivery_has_a_next_try'),
        ),
    ]
