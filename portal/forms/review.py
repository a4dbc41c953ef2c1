"""What a reviewer sends to decide on a submission."""

from django import forms
from django.db import models
from django.utils.translation import gettext_lazy as _

DECISION_TEXT = "text"  # the field of its words


class Move(models.TextChoices):
    ACCEPT = "accept", _("Accept")
    REQUEST_CHANGES = "request_changes", _("Ask for changes")
    REJECT = "reject", _("Reject")


class DecisionForm(forms.Form):
    """Whether words or a grade are needed, and fit, is for the moves to say.

    ``instance_class`` is the one of the catalogue that the report calls otherwise.
    ``is_sure`` is the move about which it was asked: to accept against the rating, or to
    reject.
    """

    move = forms.ChoiceField(choices=Move)
    version = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    grade = forms.CharField(required=False)
    text = forms.CharField(required=False)
    instance_class = forms.CharField(required=False, max_length=400)
    is_sure = forms.CharField(required=False)
