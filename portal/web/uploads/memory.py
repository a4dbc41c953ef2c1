"""How the web's process keeps its memory small: large things come, and go again."""

import ctypes
import gc

import psutil

# Of malloc.h in the GNU C library: blocks from this size on are mapped by themselves,
# and so go back to the system when they are freed, whatever lies beside them.
_MMAP_THRESHOLD, _BYTES = -3, 128 * 1024
_C = ctypes.CDLL(None)


def map_large_blocks() -> None:
    """To be called as a process starts; without effect on other C libraries.

    By itself the library raises the threshold after the first large block, and what
    comes then stays: an upload of 16 MB leaves 50 MB behind.
    """
    if hasattr(_C, "mallopt"):
        _C.mallopt(_MMAP_THRESHOLD, _BYTES)


def held_bytes() -> int:
    """What the process holds of the machine's memory."""
    held: int = psutil.Process().memory_info().rss
    return held


def give_back() -> None:
    """Free what only cycles hold, as the frames of a refusal do, and what is kept free."""
    gc.collect()
    if hasattr(_C, "malloc_trim"):
        _C.malloc_trim(0)
