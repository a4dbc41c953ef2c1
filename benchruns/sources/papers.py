"""The papers by their short names, as the release has them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from benchruns.results.published.cells import DATA, read


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    slug: str
    title: str
    language: str


@cache
def papers() -> Mapping[str, Paper]:
    found = (
        Paper(
            slug=line.required("slug"),
            title=line.required("title"),
            language=line.required("language"),
        )
        for line in read(DATA, "sources.csv")
    )
    return {paper.slug: paper for paper in found}


def paper_title(slug: str) -> str:
    """Its short name where the release does not know it."""
    found = papers().get(slug)
    return found.title if found else slug
