"""What went wrong, or would, in the reader's words."""

from django import template

from benchruns.models import Check
from benchruns.sentences import endpoints, plans
from benchruns.sentences.failures import table as failures

register = template.Library()

register.filter(failures.why_failed)
register.filter(failures.drop_error)
register.filter("of_plan", plans.worded)


@register.filter
def check_message(check: Check) -> str:
    return endpoints.check_message(check.code, check.values)
