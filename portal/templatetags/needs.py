"""The question for a class, where it stands on another page."""

from typing import Any

from django import template
from django.forms import Form

from portal.forms.needs import QuestionForm
from portal.wording.needs import measured_text, median_text, percent

register = template.Library()

register.filter("percent_needed", percent)
register.filter("measured_text", measured_text)
register.filter("median_text", median_text)


@register.inclusion_tag("needs/_question.html", takes_context=True)
def need_question(context: Any) -> dict[str, Form]:  # Django's own
    return {"form": QuestionForm(user=context["request"].user)}
