"""The classes of the catalogue that statements name, and their providers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.text import slugify

from benchruns.models import InstanceClass, Provider

Key = tuple[str, str, str]  # provider as stated, engine, code


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What was looked up for the statements of one submission."""

    providers: Mapping[str, Provider]
    classes: Mapping[Key, InstanceClass]

    def provider(self, stated: str | None) -> Provider | None:
        return self.providers.get(_plain(stated)) if stated else None

    def instance_class(
        self, provider: str | None, engine: str | None, code: str | None
    ) -> InstanceClass | None:
        """None where it is proposed, or not told wholly."""
        known = self.provider(provider)
        if known is None or not engine or not code:
            return None
        return self.classes.get((known.pk, engine, code.casefold()))


def look_up(codes: Iterable[str]) -> Catalogue:
    """The catalogue as far as these codes need it; two queries."""
    providers = list(Provider.objects.all())
    by_name = {_plain(each.name): each for each in providers}
    by_slug = {_plain(each.slug): each for each in providers}
    wanted = {code for code in codes if code}
    classes = InstanceClass.objects.filter(code__in=wanted).select_related("provider")
    return Catalogue(
        providers={**by_name, **by_slug},
        classes={
            (each.provider_id, each.engine, each.code.casefold()): each
            for each in classes
        },
    )


def stated_of(instance_class: InstanceClass) -> dict[str, Any]:
    """What the catalogue says, by the names of the statement."""
    found: dict[str, Any] = {
        "vcpus": instance_class.vcpus,
        "memory_gb": instance_class.memory_gb,
        "family": instance_class.family or None,
        "edition": instance_class.edition or None,
        "storage": instance_class.storage_type or None,
        "max_connections": instance_class.max_connections,
        "iops": instance_class.iops,
    }
    return {name: value for name, value in found.items() if value is not None}


def _plain(text: str) -> str:
    return slugify(text.replace("_", "-"))
