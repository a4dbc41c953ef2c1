"""Random texts by the thousand: drawn from a pool of slices of one random buffer.

A text drawn by itself costs microseconds, and a warehouse has some two million of them.
"""

import string
from random import Random

_LETTERS = string.ascii_letters + string.digits
# 62 characters do not divide 256 byte values evenly: the first eight come a little oftener.
_TABLE = "".join(_LETTERS[byte % len(_LETTERS)] for byte in range(256)).encode()
_BUFFER = 1 << 18
_POOL = 1 << 14  # texts of each range of lengths; more would outgrow a core's cache
_ORIGINAL = "ORIGINAL"


class Texts:
    """Texts of one part of the data; the same ``random`` gives the same ones."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._buffer = random.randbytes(_BUFFER).translate(_TABLE).decode("ascii")
        self._pools: dict[tuple[int, int], list[str]] = {}

    def one(self, low: int, high: int) -> str:
        return self.many(1, low, high)[0]

    def many(self, count: int, low: int, high: int) -> list[str]:
        """So many texts of ``low`` to ``high`` characters."""
        pool = self._pools.get((low, high))
        if pool is None:
            pool = self._pools[low, high] = self._slices(low, high)
        return self._random.choices(pool, k=count)

    def data(self, count: int) -> list[str]:
        """What i_data and s_data hold: 26 to 50 characters, a tenth with ORIGINAL."""
        texts = self.many(count, 26, 50)
        for place in self._random.sample(range(count), count // 10):
            texts[place] = self._with_original(texts[place])
        return texts

    def zips(self, count: int) -> list[str]:
        """Clause 4.3.2.7: four digits and 11111."""
        return [f"{n:04}11111" for n in self._random.choices(range(10_000), k=count)]

    def phones(self, count: int) -> list[str]:
        return [f"{self._random.randrange(10**16):016}" for _ in range(count)]

    def _slices(self, low: int, high: int) -> list[str]:
        starts = self._random.choices(range(_BUFFER - high), k=_POOL)
        lengths = self._random.choices(range(low, high + 1), k=_POOL)
        return [
            self._buffer[start : start + length]
            for start, length in zip(starts, lengths, strict=True)
        ]

    def _with_original(self, text: str) -> str:
        place = self._random.randint(0, len(text) - len(_ORIGINAL))
        return text[:place] + _ORIGINAL + text[place + len(_ORIGINAL) :]
