"""Runs and sweeps that recur: schedules, what came of each time, notices of their pauses."""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('benchruns', '0038_failed_contacts_of_users'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Occurrence',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('due_at', models.DateTimeField()),
                ('at', models.DateTimeField()),
                ('state', models.CharField(choices=[('started', 'started'), ('succeeded', 'succeeded'), ('failed', 'failed'), ('cancelled', 'cancelled'), ('skipped', 'skipped'), ('missed', 'missed'), ('refused', 'refused')], max_length=10)),
                ('is_by_hand', models.BooleanField(default=False)),
                ('count', models.PositiveIntegerField(default=1)),
                ('until', models.DateTimeField(null=True)),
                ('values', models.JSONField(default=dict)),
            ],
            options={
                'ordering': ['-at', '-due_at'],
            },
        ),
        migrations.AddField(
            model_name='notice',
            name='code',
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AlterField(
            model_name='notice',
            name='event',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='benchruns.submissionevent'),
        ),
        migrations.AddField(
            model_name='run',
            name='occurrence',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='runs', to='benchruns.occurrence'),
        ),
        migrations.CreateModel(
            name='Schedule',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=120)),
                ('request', models.JSONField()),
                ('crontab', models.CharField(blank=True, max_length=200)),
                ('time_zone', models.CharField(default='UTC', max_length=64)),
                ('every_seconds', models.PositiveIntegerField(null=True)),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField(null=True)),
                ('when_busy', models.CharField(choices=[('skip', 'skip this time'), ('queue', 'wait in the queue')], default='skip', max_length=10)),
                ('paused_at', models.DateTimeField(null=True)),
                ('paused_for', models.CharField(blank=True, choices=[('by_hand', 'paused by hand'), ('failures', 'paused itself: it failed too often in a row'), ('endpoint_gone', 'paused itself: its endpoint was deleted')], max_length=20)),
                ('next_at', models.DateTimeField(null=True)),
                ('failed_in_row', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('endpoint', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='schedules', to='benchruns.endpoint')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='schedules', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.AddField(
            model_name='occurrence',
            name='schedule',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='occurrences', to='benchruns.schedule'),
        ),
        migrations.AddField(
            model_name='notice',
            name='schedule',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='benchruns.schedule'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('event__isnull', False), ('schedule__isnull', True)), models.Q(('event__isnull', True), ('schedule__isnull', False)), _connector='OR'), name='notice_is_of_one_thing'),
        ),
        migrations.AddIndex(
            model_name='schedule',
            index=models.Index(condition=models.Q(('next_at__isnull', False)), fields=['next_at'], name='schedule_due'),
        ),
        migrations.AddConstraint(
            model_name='schedule',
            constraint=models.CheckConstraint(condition=models.Q(('when_busy__in', ['skip', 'queue'])), name='schedule_knows_what_when_busy'),
        ),
        migrations.AddConstraint(
            model_name='schedule',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('crontab', ''), ('every_seconds__gte', 1)), models.Q(models.Q(('crontab', ''), _negated=True), ('every_seconds__isnull', True)), _connector='OR'), name='schedule_has_one_rhythm'),
        ),
        migrations.AddConstraint(
            model_name='schedule',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('paused_at__isnull', True), ('paused_for', '')), models.Q(('next_at__isnull', True), ('paused_at__isnull', False), models.Q(('paused_for', ''), _negated=True)), _connector='OR'), name='paused_schedule_says_why'),
        ),
        migrations.AddIndex(
            model_name='occurrence',
            index=models.Index(condition=models.Q(('state', 'started')), fields=['schedule'], name='occurrence_going_on'),
        ),
        migrations.AddConstraint(
            model_name='occurrence',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['started', 'succeeded', 'failed', 'cancelled', 'skipped', 'missed', 'refused'])), name='occurrence_state_is_known'),
        ),
        migrations.AddConstraint(
            model_name='occurrence',
            constraint=models.UniqueConstraint(condition=models.Q(('is_by_hand', False)), fields=('schedule', 'due_at'), name='each_time_once'),
        ),
    ]
