"""What a search asks for: words, and the size of a class."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

# A number with its unit, apart from other words: "8 vcpu" or "32GB", but not the name
# of a class that holds it, such as "general-1:2-2vcpu-4gb".
_SIZE = re.compile(
    r"(?<!\S)(?P<number>\d{1,7}(?:\.\d{1,3})?)\s*(?P<unit>v?cpus?|v?cores?|gb|gib)(?!\S)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """``words`` must all occur; a size that is not asked for is None."""

    words: Sequence[str]
    vcpus: Decimal | None = None
    memory_gb: Decimal | None = None

    @property
    def has_size(self) -> bool:
        return self.vcpus is not None or self.memory_gb is not None


def wanted_of(text: str) -> Wanted:
    """``8 vcpu mysql`` asks for classes of MySQL with 8 vCPUs; the last of a unit counts."""
    vcpus, memory_gb = None, None
    for found in _SIZE.finditer(text):
        number = Decimal(found["number"])
        if found["unit"].lower().startswith("g"):
            memory_gb = number
        else:
            vcpus = number
    words = _SIZE.sub(" ", text).split()
    return Wanted(words=words, vcpus=vcpus, memory_gb=memory_gb)
