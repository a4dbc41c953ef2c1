"""One open draft of a campaign: of several of one name the last entered stays."""

from django.db import migrations, models
from django.db.models.functions import Lower
from django.utils import timezone

OPEN = ["waiting", "returned"]
REASON = "A later draft of the same name took its place when the portal was upgraded."


def withdraw_surplus(apps, schema_editor):
    """With a reason; of those that were entered at once the last by its id stays."""
    drafts = apps.get_model("benchruns", "CampaignDraft").objects
    seen = set()
    for draft in drafts.filter(state__in=OPEN).order_by("-entered_at", "-id").only("slug"):
        if draft.slug.lower() in seen:
            drafts.filter(pk=draft.pk).update(
                state="withdrawn", withdrawn_at=timezone.now(), reason=REASON
            )
        seen.add(draft.slug.lower())


class Migration(migrations.Migration):
    dependencies = [("benchruns", "0023_campaigns_withdrawn")]

    operations = [
        migrations.RunPython(withdraw_surplus, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name="campaigndraft",
            constraint=models.UniqueConstraint(
                Lower("slug"),
                condition=models.Q(("state__in", OPEN)),
                name="one_open_draft_of_a_campaign",
            ),
        ),
    ]
