"""What of the audit log is asked for."""

from datetime import UTC, datetime, time
from uuid import UUID

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from benchruns.models import AuditEntry
from benchruns.vocabulary import AuditAction
from portal.forms.styled import style

LONGEST_TEXT = 100
HINT = 8  # characters of a key, as ApiToken keeps them


class AuditFilter(forms.Form):
    """By who, what, what to, which token, and the day (UTC); each may be left out."""

    actor = forms.CharField(
        label=_("Who"), required=False, max_length=LONGEST_TEXT,
        help_text=_("Part of a user's name."),
    )  # fmt: skip
    action = forms.ChoiceField(
        label=_("What"), required=False, choices=[("", _("all")), *AuditAction.choices]
    )
    subject = forms.CharField(
        label=_("On"), required=False, max_length=LONGEST_TEXT,
        help_text=_("Part of its name, or its id."),
    )  # fmt: skip
    token = forms.CharField(
        label=_("API token"), required=False, max_length=LONGEST_TEXT,
        help_text=_("Its id, or how its key begins."),
    )  # fmt: skip
    day = forms.DateField(
        label=_("Day (UTC)"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        error_messages={"invalid": _("Give a day as 2026-01-31.")},
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # as Django's own
        style(self)

    def entries(self) -> QuerySet[AuditEntry]:
        """The newest first; none where something asked for is no value."""
        if not self.is_valid():
            return AuditEntry.objects.none()
        asked = self.cleaned_data
        found = AuditEntry.objects.all()
        if asked["actor"]:
            found = found.filter(actor_name__icontains=asked["actor"])
        if asked["action"]:
            found = found.filter(action=asked["action"])
        if text := asked["subject"]:
            found = found.filter(Q(subject_name__icontains=text) | Q(subject_id=text))
        if asked["token"]:
            found = found.filter(_of_token(asked["token"]))
        if asked["day"]:
            begin = datetime.combine(asked["day"], time.min, tzinfo=UTC)
            end = datetime.combine(asked["day"], time.max, tzinfo=UTC)
            found = found.filter(at__range=(begin, end))
        return found


def _of_token(text: str) -> Q:
    try:
        return Q(token_id=UUID(text))
    except ValueError:
        # no more of a key than is stored, if somebody gives all of it
        return Q(token_hint=text[:HINT], token_id__isnull=False)
