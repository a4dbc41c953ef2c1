"""The papers' own terms, in English and in Chinese."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from benchruns.results.published.cells import DATA, read
from benchruns.sources.facts import anchor


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """``chinese`` is empty where its paper has no Chinese edition. Where a Chinese source
    alone has it, the English word is ours."""

    english: str
    chinese: str
    sources: tuple[str, ...]
    meaning: str

    @property
    def anchor(self) -> str:
        return anchor("paper", self.english)

    @property
    def searched(self) -> str:
        return " ".join((self.english, self.chinese, self.meaning)).casefold()


@cache
def all_terms() -> Sequence[Term]:
    """By the English word, as a reader looks them up."""
    terms = (
        Term(
            english=line.required("english"),
            chinese=line.text("chinese"),
            sources=tuple(line.items("source")),
            meaning=line.required("meaning"),
        )
        for line in read(DATA, "terms.csv")
    )
    return tuple(sorted(terms, key=lambda term: term.english.casefold()))
