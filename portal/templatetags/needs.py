"""The question for a class, where it stands on another page."""

from django import template
from django.forms import Form

from portal.forms.needs import QuestionForm

register = template.Library()


@register.inclusion_tag("needs/_question.html")
def need_question() -> dict[str, Form]:
    return {"form": QuestionForm()}
