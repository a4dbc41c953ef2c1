"""Kinds of parts that addresses have beside Django's own."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from benchruns.names.escapes import escaped, unescaped


class NameConverter(StringConverter):
    """A name as it is stored, whatever it holds: see ``benchruns.names.escapes``."""

    regex = "[^/]+"

    def to_python(self, value: str) -> str:
        """ValueError, so no such address, for what no database holds."""
        return unescaped(value)

    def to_url(self, value: str) -> str:
        return escaped(value)


register_converter(NameConverter, "name")
