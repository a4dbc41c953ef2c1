"""The classes of the catalogue that statements name, and their providers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from benchruns.catalogue.entry.known import Classes
from benchruns.models import InstanceClass, Provider
from benchruns.names.rules import provider_slug

# By what a provider may be stated, the surest last.
_WORDS: tuple[Callable[[Provider], str], ...] = (
    lambda provider: provider_slug(provider.name),
    lambda provider: provider_slug(provider.slug),
    lambda provider: provider.name,
    lambda provider: provider.slug,
)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What was looked up for the statements of one submission."""

    providers: Mapping[str, Provider]
    classes: Classes

    def provider(self, stated: str | None) -> Provider | None:
        """By its slug or its name, as these are written or as they read alike."""
        if not stated:
            return None
        return self.providers.get(stated) or self.providers.get(provider_slug(stated))

    def instance_class(
        self, provider: str | None, engine: str | None, code: str | None
    ) -> InstanceClass | None:
        """None where it is proposed, or not told wholly."""
        known = self.provider(provider)
        if known is None or not engine or not code:
            return None
        return self.classes.find(known.pk, engine, code)

    def namesakes(
        self, provider: str | None, code: str | None
    ) -> tuple[InstanceClass, ...]:
        """Of other providers, where none but reports knows this one's own.

        One of each provider, whatever its engine: a code that a provider gave to a class
        is seldom another's.
        """
        if not provider or not code:
            return ()
        known = self.provider(provider)
        alike = [
            row
            for (_slug, _engine, folded), row in self.classes.alike.items()
            if folded == code.casefold()
        ]
        own = [row for row in alike if known and row.provider_id == known.pk]
        if any(map(_is_sold, own)):
            return ()
        others = {
            row.provider_id: row
            for row in alike
            if row not in own and (not own or _is_sold(row))
        }
        return tuple(others[slug] for slug in sorted(others))


def _is_sold(row: InstanceClass) -> bool:
    """By a paper or by staff: the others are what reports called their class."""
    return row.source_id is not None or row.is_entered


def look_up(codes: Iterable[str]) -> Catalogue:
    """The catalogue as far as these codes need it, in whichever case; three queries."""
    providers = list(Provider.objects.all())
    # What is written exactly so wins over what only reads alike.
    by_word = {
        word: each
        for word_of in _WORDS
        for each in providers
        if (word := word_of(each))
    }
    slugs = [provider.pk for provider in providers]
    wanted = {code for code in codes if code}
    classes = Classes.of(slugs if wanted else (), codes=wanted)
    return Catalogue(providers=by_word, classes=classes)


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
