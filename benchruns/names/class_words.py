"""How one word names a class: provider/engine/code, each part as addresses hold it."""

from dataclasses import dataclass

from benchruns.engines import ENGINES
from benchruns.names.escapes import escaped, unescaped

_SIZE = ":"  # begins what stands for a code where a comparison asks for a size


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassKey:
    """What a class is found by, and the address of its page is made of."""

    provider: str
    engine: str
    code: str


def class_word(key: ClassKey) -> str:
    """``alibaba-cloud/mysql/rds.mysql.c1.xlarge``; no two classes have the same."""
    code = escaped(key.code)
    if code.startswith(_SIZE):
        code = code.replace(_SIZE, "~3A", 1)
    return f"{escaped(key.provider)}/{key.engine}/{code}"


def size_word(provider: str, engine: str, size: str) -> str:
    """For a server that is no class; ``size`` is 4x16."""
    return f"{escaped(provider) if provider else 'unknown'}/{engine}/{_SIZE}{size}"


def read_class_word(word: str) -> ClassKey | None:
    """The class that a word names, be there one or not; None where it names none.

    A code may hold a ``/`` as it is: what stands before the second one is no code.
    """
    provider, _slash, rest = word.partition("/")
    engine, _slash, code = rest.partition("/")
    if engine not in ENGINES or not provider or not code:
        return None
    try:
        return ClassKey(
            provider=unescaped(provider), engine=engine, code=unescaped(code)
        )
    except ValueError:
        return None
