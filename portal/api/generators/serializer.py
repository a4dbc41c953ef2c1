"""A load generator, as it registered itself."""

from rest_framework import serializers

from benchruns.models import Generator
from benchruns.vocabulary import GeneratorState
from portal.api.fields import KnownText


class GeneratorSerializer(serializers.ModelSerializer[Generator]):
    state = serializers.ChoiceField(
        choices=GeneratorState.choices,
        help_text="Whether it makes a run, waits for one, or has been silent for a minute.",
    )
    os = KnownText(help_text="Its operating system; null where it told none.")
    tools = serializers.DictField(
        child=serializers.CharField(), help_text="Versions by tool, of those it has."
    )
    labels = serializers.DictField(
        child=serializers.CharField(),
        help_text="Texts by name: where it stands, and what its environment names.",
    )
    scripts = serializers.DictField(
        child=serializers.CharField(),
        help_text="SHA-256 by file of the own scripts that runs may ask for there.",
    )

    class Meta:
        model = Generator
        fields = [
            "id",
            "name",
            "state",
            "vcpus",
            "memory_gb",
            "os",
            "tools",
            "labels",
            "scripts",
            "created_at",
            "seen_at",
        ]
        read_only_fields = fields
        extra_kwargs = {
            "name": {"help_text": "What it is called: each has another."},
            "vcpus": {"help_text": "The machine's CPUs."},
            "memory_gb": {"help_text": "The machine's memory."},
            "created_at": {"help_text": "When it was seen first."},
            "seen_at": {"help_text": "When it was seen last."},
        }
