import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('benchruns', '0020_catalogue_entered_by_staff'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='entered_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='campaign',
            name='entered_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='campaign',
            name='source_text',
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name='campaign',
            name='stated_on',
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name='source',
            name='entered_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='source',
            name='entered_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='source',
            name='source_text',
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name='source',
            name='stated_on',
            field=models.DateField(null=True),
        ),
        migrations.CreateModel(
            name='CampaignDraft',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('slug', models.SlugField(allow_unicode=True, max_length=100)),
                ('title', models.CharField(max_length=200)),
                ('source_slug', models.SlugField(allow_unicode=True, max_length=80)),
                ('source_title', models.CharField(max_length=200)),
                ('source_text', models.CharField(max_length=300)),
                ('source_section', models.CharField(blank=True, max_length=120)),
                ('language', models.CharField(max_length=5)),
                ('published_on', models.DateField(null=True)),
                ('stated_on', models.DateField()),
                ('notes', models.TextField(blank=True)),
                ('file_name', models.CharField(max_length=200)),
                ('report', models.JSONField()),
                ('version', models.PositiveIntegerField(default=1)),
                ('state', models.CharField(choices=[('waiting', 'waiting for review'), ('returned', 'given back'), ('accepted', 'published'), ('withdrawn', 'withdrawn')], default='waiting', max_length=10)),
                ('entered_at', models.DateTimeField(auto_now_add=True)),
                ('reviewed_at', models.DateTimeField(null=True)),
                ('review', models.TextField(blank=True)),
                ('campaign', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='draft', to='benchruns.campaign')),
                ('entered_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='campaign_drafts', to=settings.AUTH_USER_MODEL)),
                ('reviewed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-entered_at', '-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'returned', 'accepted', 'withdrawn'])), name='campaign_draft_state_is_known'), models.CheckConstraint(condition=models.Q(('reviewed_by__isnull', True), models.Q(('reviewed_by', models.F('entered_by')), _negated=True), _connector='OR'), name='campaign_reviewed_by_another'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'accepted'), _negated=True), models.Q(('campaign__isnull', False), ('reviewed_by__isnull', False)), _connector='OR'), name='accepted_campaign_was_reviewed')],
            },
        ),
    ]
