"""A process and all that it has started."""

from pathlib import Path


def pids_of(pid: int) -> list[int]:
    """A process and all that its main thread, and theirs, have started.

    On a kernel that does not list them it stands alone.
    """
    found, unseen = [pid], [pid]
    while unseen:
        parent = unseen.pop()
        try:
            listed = Path(f"/proc/{parent}/task/{parent}/children").read_text()
        except OSError:
            continue
        children = [int(word) for word in listed.split()]
        found += children
        unseen += children
    return found
