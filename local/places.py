"""Where files of one machine lie, and who can reach them."""

import os
import pwd
import stat
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VAR = ROOT / "var"
# The kernel takes 107 bytes for the path of a socket; the name needs some of them.
LONGEST_SOCKET_FOLDER = 80


def ours(folder: Path) -> Path:
    """The folder, made if absent; others may pass through it and not list it."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o711)
    return folder


def write_secret(path: Path, text: str) -> None:
    """Writes a file that only this user can read, whole or not at all."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    draft.replace(path)


def can_enter(folder: Path, *, user: str) -> bool:
    """Whether ``user`` may enter the folder; asked as that user, which root can."""
    done = subprocess.run(
        ["/usr/bin/test", "-x", folder],
        user=user,
        group=pwd.getpwnam(user).pw_gid,
        extra_groups=[],
        cwd="/",
        check=False,
        timeout=10,
    )
    return done.returncode == 0


def data_folder(link: Path, *, users: list[str]) -> Path:
    """A folder that all of ``users`` can enter, at ``link`` or linked from there."""
    if link.is_symlink():
        return linked_folder(link, under=Path("/var/tmp"))  # noqa: S108
    ours(link)
    if all(can_enter(link, user=user) for user in users):
        return link
    link.rmdir()
    return linked_folder(link, under=Path("/var/tmp"))  # noqa: S108


def socket_folder(link: Path) -> Path:
    """A private folder whose path is short enough for a socket."""
    if not link.is_symlink() and len(os.fsencode(link)) <= LONGEST_SOCKET_FOLDER:
        link.mkdir(parents=True, exist_ok=True)
        link.chmod(0o700)
        return link
    return linked_folder(link, under=Path("/tmp"))  # noqa: S108


def linked_folder(link: Path, *, under: Path) -> Path:
    """The private folder below ``under`` that ``link`` names; made anew if it went."""
    if link.is_symlink():
        folder = link.readlink()
        if folder.parent == under and _is_our_folder(folder):
            return folder
        link.unlink()
    # mkdtemp gives a name that nobody could have taken before.
    folder = ours(Path(tempfile.mkdtemp(prefix="benchbook-", dir=under)))
    link.symlink_to(folder)
    return folder


def _is_our_folder(folder: Path) -> bool:
    try:
        status = folder.lstat()
    except FileNotFoundError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
