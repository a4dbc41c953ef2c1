"""Findings in the reader's words."""

from django import template

from benchruns.sentences.catalogue import worded

register = template.Library()

register.filter(worded)
