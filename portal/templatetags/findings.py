"""Findings in the reader's words."""

from django import template

from benchruns.sentences.catalogue import worded
from benchruns.sentences.checks.table import worded_check

register = template.Library()

register.filter(worded)
register.filter(worded_check)
