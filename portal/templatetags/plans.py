"""The problems of a plan in the reader's words."""

from django import template

from benchruns.findings import Worded
from benchruns.runs.plan import Problem
from benchruns.sentences import plans

register = template.Library()


@register.filter
def of_plan(problem: Problem) -> Worded:
    return plans.worded(problem)
