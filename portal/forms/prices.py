"""Entering prices: one by hand, or a file of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.audit.record import record
from benchruns.catalogue.csv_table import MOST_BYTES, too_large
from benchruns.catalogue.pricing import rules as price_rules
from benchruns.models import InstanceClass, Price
from benchruns.vocabulary import AuditAction, PriceUnit
from portal.forms.endpoints import ClassField
from portal.forms.styled import style

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile


class RuledField(forms.CharField):
    """A text that a rule of ``price_rules`` turns into its value."""

    def __init__(self, rule: Callable[[str], Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rule = rule

    def clean(self, value: Any) -> Any:  # as its rule returns
        text = super().clean(value)
        try:
            return self.rule(text)
        except ValueError as error:
            raise ValidationError(str(error)) from error


class PriceForm(forms.Form):
    instance_class = ClassField(
        label=gettext_lazy("Class"),
        queryset=InstanceClass.objects.select_related("provider").order_by(
            "provider", "engine", "vcpus", "memory_gb", "code"
        ),
        empty_label=gettext_lazy("choose a class"),
    )
    region = RuledField(
        price_rules.clean_region,
        label=gettext_lazy("Region"),
        help_text=gettext_lazy("As the provider writes it: eu-central-1."),
    )
    term = RuledField(
        price_rules.clean_term,
        label=gettext_lazy("Term"),
        help_text=gettext_lazy("How long one is bound: on-demand, 1 year."),
    )
    amount = RuledField(
        price_rules.clean_amount,
        label=gettext_lazy("Amount"),
        widget=forms.TextInput({"inputmode": "decimal", "placeholder": "0.52"}),
    )
    currency = RuledField(
        price_rules.clean_currency,
        label=gettext_lazy("Currency"),
        widget=forms.TextInput({"maxlength": 3, "placeholder": "USD"}),
    )
    unit = forms.ChoiceField(
        label=gettext_lazy("For"), choices=PriceUnit, initial=PriceUnit.HOUR
    )
    priced_on = RuledField(
        price_rules.clean_day,
        label=gettext_lazy("Stated on"),
        widget=forms.DateInput({"type": "date"}),
        help_text=gettext_lazy("The day on which the source had this price."),
    )
    source = RuledField(
        price_rules.clean_source,
        label=gettext_lazy("Source"),
        help_text=gettext_lazy("Where others can read it: a page, an offer."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # as Django's own
        super().__init__(*args, **kwargs)
        style(self)

    def saved(self, *, user: User) -> Price | None:
        """None where something is wrong; the form then says what."""
        if not self.is_valid():
            return None
        try:
            with transaction.atomic():
                price = Price.objects.create(**self.cleaned_data, entered_by=user)
                record(AuditAction.PRICE_ENTERED, by=user, on=price)
                return price
        except IntegrityError:
            self.add_error(
                None,
                _(
                    "This class has a price of that region, term, currency and day. "
                    "Delete it first, or give the day of the new one."
                ),
            )
            return None


class PriceFileForm(forms.Form):
    """A file to look at: ``content`` are its bytes."""

    file = forms.FileField(label=gettext_lazy("CSV file"), allow_empty_file=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # as Django's own
        super().__init__(*args, **kwargs)
        self.fields["file"].widget.attrs["accept"] = ".csv,text/csv"
        style(self)

    def clean_file(self) -> "UploadedFile[bytes]":
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise ValidationError(too_large())
        return file

    @property
    def content(self) -> bytes:
        return bytes(self.cleaned_data["file"].read())
