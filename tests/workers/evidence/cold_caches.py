"""A server whose files the operating system forgets again and again."""

import os
import threading
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

# So often that next to nothing is read twice in between, and of files that have much.
DROP_SECONDS = 0.02
DROPPED_BYTES = 1_000_000
OTHERS_BYTES = 100_000_000


def pages_can_be_dropped(folder: Path) -> bool:
    """Not where memory is the disk."""
    mounts = psutil.disk_partitions(all=True)
    holding = [m for m in mounts if folder.is_relative_to(m.mountpoint)]
    found = max(holding, key=lambda mount: len(mount.mountpoint))
    return found.fstype not in {"tmpfs", "ramfs"}


@contextmanager
def caches_kept_cold(folder: Path, *, one_in: int = 1):
    """The page cache forgets the server's files, again and again; no others.

    All of them, or one in some, so that the rest is read from memory.
    """
    done = threading.Event()

    def drop() -> None:
        while not done.wait(DROP_SECONDS):
            for path in large_files(folder)[::one_in]:
                with suppress(OSError):  # dropped by the server meanwhile
                    drop_pages(path)

    thread = threading.Thread(target=drop)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


@contextmanager
def read_from_disk(path: Path):
    """Somebody beside the server reads a file of their own from the disk, on and on."""
    path.write_bytes(os.urandom(OTHERS_BYTES))
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            drop_pages(path)
            with path.open("rb", buffering=0) as file:
                while file.read(1_000_000) and not done.is_set():
                    pass

    thread = threading.Thread(target=read)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        path.unlink()


def large_files(folder: Path) -> list[Path]:
    """Tables first, then their indexes."""
    sizes: dict[Path, int] = {}
    for path in folder.glob("data-*/base/*/*"):
        with suppress(OSError):
            sizes[path] = path.stat().st_size
    large = [path for path, size in sizes.items() if size > DROPPED_BYTES]
    return sorted(large, key=lambda path: (-sizes[path], path.name))


def drop_pages(path: Path) -> None:
    """Clean pages alone; the server writes the others back at its next checkpoint."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fdatasync(descriptor)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(descriptor)
