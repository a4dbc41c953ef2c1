"""What a comparison is asked to put side by side, read from an address."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.translation import gettext as _

from benchruns.engines import ENGINES
from benchruns.names.class_words import ClassKey, class_word, read_class_word

MOST = 12  # columns: as many as a reader tells apart
# The words of an address that say what to compare.
NAMES = (
    *("result", "class", "versions", "version", "size", "engine"),
    *("managed", "workload", "baseline", "hide", "pin"),
)
LONGEST = 200  # characters of a word worth repeating in a complaint


@dataclass(frozen=True, slots=True)
class Complaint:
    """A sentence about one word of the address; a program takes a mistake for an error.

    ``field`` is the word's name. What is no mistake is told and changes nothing.
    """

    field: str
    message: str
    is_mistake: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Results and classes by name, or all classes of one size.

    ``versions`` gives each class a column for each of them; ``version`` holds for all.
    ``size`` is (vCPUs, GB) and takes every provider that has it on ``engine``;
    ``is_managed_view`` puts the self-managed ones of that size first. ``pins`` are the
    only results to take, so that an address means the same later.
    """

    results: tuple[UUID, ...] = ()
    classes: tuple[ClassKey, ...] = ()
    versions: tuple[str, ...] = ()
    version: str = ""
    size: tuple[int, float] | None = None
    engine: str = ""
    is_managed_view: bool = False
    workload: str = ""
    baseline: str = ""
    pins: frozenset[UUID] = frozenset()
    hidden: frozenset[str] = frozenset()

    @property
    def is_empty(self) -> bool:
        return not (self.results or self.classes or self.size)

    @property
    def is_of_results(self) -> bool:
        """Whether every column is one result: then all stand on one line a figure."""
        return not (self.classes or self.size)


def words_of(asked: Asked) -> list[tuple[str, str]]:
    """The words of an address that ask for the same, in an order that never varies."""
    size = f"{asked.size[0]}x{asked.size[1]:g}" if asked.size else ""
    words = [
        *(("result", str(id_)) for id_ in asked.results),
        *(("class", class_word(key)) for key in asked.classes),
        *(("versions", version) for version in asked.versions),
        ("version", asked.version),
        ("size", size),
        ("engine", asked.engine),
        ("managed", "1" if asked.is_managed_view else ""),
        ("workload", asked.workload),
        ("baseline", asked.baseline),
        *(("hide", key) for key in sorted(asked.hidden)),
        *(("pin", id_) for id_ in sorted(map(str, asked.pins))),
    ]
    return [(name, word) for name, word in words if word]


def understood(asked: Asked, *, there: Collection[str], kept: Collection[str]) -> Asked:
    """Without what names nothing and what is one too many: its address is no mistake.

    ``there`` are the keys of all columns asked for, ``kept`` of those that may be shown.
    """
    cut = {key for key in there if key not in kept}
    # A size or several versions bring columns that are named nowhere: those are hidden.
    is_brought = bool(asked.size or asked.versions)
    places = {key.split("@")[0] for key in (there if is_brought else kept)}
    results = tuple(id_ for id_ in asked.results if str(id_) in kept)
    brought = cut.difference(map(str, asked.results)) if is_brought else set()
    return replace(
        asked,
        results=results,
        classes=tuple(key for key in asked.classes if class_word(key) in places),
        size=asked.size if asked.engine else None,
        hidden=frozenset({key for key in asked.hidden if key in kept} | brought),
    )


def read_asked(words: Mapping[str, Sequence[str]]) -> tuple[Asked, list[Complaint]]:
    """What the lists of words ask for, and one sentence for each that says nothing."""
    problems: list[Complaint] = []
    # No database stores this character, and some refuse to look for it.
    query = {n: [word.replace("\0", "") for word in ws] for n, ws in words.items()}
    results = tuple(dict.fromkeys(_ids(query, "result", problems)))
    classes = tuple(dict.fromkeys(_classes(query, problems)))
    versions = tuple(dict.fromkeys(word for word in query.get("versions", ()) if word))
    engine = _engine(query, problems)
    asked = Asked(
        results=results,
        classes=classes,
        versions=versions,
        version=_last(query, "version"),
        size=_size(query, problems),
        engine=engine,
        is_managed_view=_last(query, "managed") == "1",
        workload=_last(query, "workload"),
        baseline=_last(query, "baseline"),
        pins=frozenset(_ids(query, "pin", problems)),
        hidden=frozenset(word for word in query.get("hide", ()) if word),
    )
    if asked.size and not asked.engine:
        message = _("Say of which engine: one size compares within one engine.")
        problems.append(Complaint("engine", message))
    return asked, problems


def _last(query: Mapping[str, Sequence[str]], name: str) -> str:
    words = query.get(name, ())
    return words[-1].strip() if words else ""


def _ids(
    query: Mapping[str, Sequence[str]], name: str, problems: list[Complaint]
) -> Iterator[UUID]:
    for word in query.get(name, ()):
        try:
            yield UUID(word)
        except ValueError:
            message = _("“%(word)s” is no result's id; it is left out.")
            told = message % {"word": word[:LONGEST]}
            problems.append(Complaint(name, told))


def _classes(
    query: Mapping[str, Sequence[str]], problems: list[Complaint]
) -> Iterator[ClassKey]:
    for word in query.get("class", ()):
        key = read_class_word(word)
        if key is not None:
            yield key
        else:
            message = _(
                "“%(word)s” names no class; write provider/engine/code, as in "
                "alibaba-cloud/mysql/rds.mysql.c1.xlarge. It is left out."
            )
            told = message % {"word": word[:LONGEST]}
            problems.append(Complaint("class", told))


def _engine(query: Mapping[str, Sequence[str]], problems: list[Complaint]) -> str:
    word = _last(query, "engine")
    if word in ("", *ENGINES):
        return word
    message = _("Unknown engine “%(word)s”; known are %(known)s.")
    told = message % {"word": word[:LONGEST], "known": ", ".join(ENGINES)}
    problems.append(Complaint("engine", told))
    return ""


def _size(
    query: Mapping[str, Sequence[str]], problems: list[Complaint]
) -> tuple[int, float] | None:
    """``4x16`` is 4 vCPU and 16 GB."""
    word = _last(query, "size")
    if not word:
        return None
    vcpus, _x, memory = word.partition("x")
    try:
        size = int(vcpus), float(memory)
    except ValueError:
        size = 0, 0.0
    # A comparison with NaN is false too.
    if 0 < size[0] < 1e6 and 0 < size[1] < 1e9:
        return size
    message = _("“%(word)s” is no size; write vCPUs x GB, as in 4x16.")
    problems.append(Complaint("size", message % {"word": word[:LONGEST]}))
    return None
