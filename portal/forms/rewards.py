"""What staff set of rewards: what a grade earns."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from benchruns.errors import FieldErrors
from benchruns.models import RewardPolicy
from benchruns.submissions.rewards import policy
from portal.forms.styled import style


class PolicyForm(forms.Form):
    """The policy of one grade; its limits are told by ``policy.change``."""

    is_active = forms.BooleanField(label=_("Reward this grade"), required=False)
    discount_percent = forms.IntegerField(label=_("Discount on the renewal, %"))
    gift = forms.CharField(
        label=_("Gift"), required=False, help_text=_("Empty: no gift.")
    )
    valid_days = forms.IntegerField(
        label=_("Valid days"),
        required=False,
        help_text=_("Empty: codes do not expire."),
    )
    terms = forms.CharField(
        label=_("Terms"),
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("What the owner of a code has to know."),
    )

    def __init__(self, found: RewardPolicy, data: Any = None) -> None:  # as Django's
        initial = {name: getattr(found, name) for name in policy.TOLD}
        super().__init__(data, prefix=found.grade, initial=initial)
        self.policy = found
        for name in ("discount_percent", "valid_days"):
            self.fields[name].widget = forms.TextInput({"inputmode": "numeric"})
        style(self)

    def save(self, *, by: User) -> bool:
        """Whether it was changed; where it is not, the form says what is wrong."""
        if not self.is_valid():
            return False
        try:
            policy.change(self.policy.grade, by=by, **self.cleaned_data)
        except FieldErrors as bad:
            for name, text in bad.errors.items():
                self.add_error(name, text)
            return False
        return True
