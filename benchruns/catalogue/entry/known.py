"""What the catalogue has already, and why a row of staff may not stand beside it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from benchruns.errors import FieldError
from benchruns.models import InstanceClass, Provider
from benchruns.names.rules import provider_slug

MOST_LISTED = 10  # names that a sentence lists

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Providers:
    """``of_papers`` are the slugs of those whose classes a paper states."""

    rows: Mapping[str, Provider]
    of_papers: frozenset[str] = frozenset()

    @classmethod
    def all(cls) -> "Providers":
        of_papers = InstanceClass.objects.filter(source__isnull=False).order_by()
        return cls(
            {row.slug: row for row in Provider.objects.all()},
            frozenset(of_papers.values_list("provider_id", flat=True).distinct()),
        )

    def check_new(self, values: Mapping[str, Any]) -> None:
        """FieldError where a provider would be there twice, be it written otherwise."""
        words = _words(values["slug"], values["name"])
        for row in self.rows.values():
            if words & _words(row.slug, row.name):
                raise FieldError(
                    "slug",
                    _("There is the provider “%(name)s” (%(slug)s) already.")
                    % {"name": row.name, "slug": row.slug},
                )

    def check_own(self, slug: str) -> None:
        """FieldError for a provider of the papers."""
        if slug in self.of_papers:
            raise FieldError(
                "slug",
                _("The provider “%s” is of the vendors' papers, and stays as it is.")
                % slug,
            )

    def check_there(self, slug: str) -> None:
        if slug not in self.rows:
            known = ", ".join(sorted(self.rows)[:MOST_LISTED]) or "–"
            raise FieldError(
                "provider",
                _("There is no provider “%(slug)s”: enter it first. Known: %(known)s.")
                % {"slug": slug, "known": known},
            )


def _words(slug: str, name: str) -> set[str]:
    return {provider_slug(slug), provider_slug(name)}


def lock_providers(slugs: Iterable[str]) -> None:
    """Whoever enters classes of a provider takes turns, so that none is there twice.

    In one order, so that none waits for another crosswise.
    """
    rows = Provider.objects.filter(pk__in=set(slugs)).order_by("pk")
    list(rows.select_for_update(no_key=True).values_list("pk"))


@dataclass(frozen=True, slots=True)
class Classes:
    """``alike`` finds a class whatever the case of its code."""

    rows: Mapping[Key, InstanceClass]
    alike: Mapping[Key, InstanceClass]

    @classmethod
    def of(
        cls, providers: Iterable[str], *, codes: Iterable[str] | None = None
    ) -> "Classes":
        """Those of these providers; with ``codes`` what these name in any case."""
        found = InstanceClass.objects.filter(provider__in=set(providers))
        if codes is not None:
            # Compared here: what a database takes for one case depends on its locale.
            folded = {code.casefold() for code in codes}
            named = found.order_by().values_list("pk", "code")
            found = found.filter(
                pk__in=[pk for pk, code in named if code.casefold() in folded]
            )
        # Where older releases let in two, the one that staff entered is the last.
        found = found.select_related("provider", "source").order_by(
            F("entered_at").asc(nulls_first=True), "pk"
        )
        return cls(
            {(row.provider_id, row.engine, row.code): row for row in found},
            {(row.provider_id, row.engine, row.code.casefold()): row for row in found},
        )

    def find(self, provider: str, engine: str, code: str) -> InstanceClass | None:
        """As it is written, else in another case."""
        exact = self.rows.get((provider, engine, code))
        return exact or self.alike.get((provider, engine, code.casefold()))

    def check_new(self, values: Mapping[str, Any]) -> None:
        """FieldError where the class is there already."""
        provider, engine, code = (values[n] for n in ("provider", "engine", "code"))
        row = self.find(provider, engine, code)
        if row is None:
            return
        if row.source is not None:
            raise FieldError("code", _published(row))
        raise FieldError(
            "code",
            _(
                "“%(code)s” of %(provider)s is in the catalogue already: change it there."
            )
            % {"code": row.code, "provider": provider},
        )

    def check_own(self, row: InstanceClass) -> None:
        """FieldError for a class that a paper states."""
        if row.source is not None:
            raise FieldError("code", _published(row))


def _published(row: InstanceClass) -> str:
    return _(
        "“%(code)s” of %(provider)s is stated by a paper, %(paper)s, and stays as it is. "
        "On its page its burst credits, regions and end of sale can be added."
    ) % {"code": row.code, "provider": row.provider_id, "paper": row.source_id}
