"""Why a result is left out."""

from django import forms
from django.utils.translation import gettext_lazy as _

from benchruns.trends import exclusions
from portal.forms.styled import style


class ExclusionForm(forms.Form):
    reason = forms.CharField(
        label=_("Why is it an outlier?"),
        help_text=_("Everybody who sees the result can read this."),
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 3, "maxlength": exclusions.LONGEST_REASON}
        ),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # as Form takes them
        style(self)

    def clean_reason(self) -> str:
        try:
            return exclusions.cleaned_reason(self.cleaned_data["reason"])
        except exclusions.BadReason as error:
            raise forms.ValidationError(str(error)) from error
