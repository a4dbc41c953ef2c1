"""Runs a command that dies with its parent, as another user if asked.

    python -I local/child.py --parent PID [--user NAME] [--bare] -- COMMAND [ARGUMENT...]

The command replaces this process. However the parent ends, ``kill -9`` included, the
kernel ends the command too. Only the standard library is used and no other module of
Benchbook, so that any interpreter can run this file by its path.
"""

import argparse
import ctypes
import os
import pwd
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
# Names the process itself, for the command lines of the children that it will start.
OWN_PID = "BENCHBOOK_SUPERVISOR_PID"
BARE = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR")


def command_line(
    command: list[str],
    *,
    user: str | None = None,
    bare: bool = False,
    parent: str | None = None,
) -> list[str]:
    """The argument list that runs ``command`` as a child of ``parent``.

    The parent is this process unless named. ``bare`` leaves the environment behind,
    and with it the portal's secrets.
    """
    options = ["--parent", parent or str(os.getpid())]
    if user:
        options += ["--user", user]
    if bare:
        options.append("--bare")
    return [sys.executable, "-I", str(Path(__file__)), *options, "--", *command]


def die_with_parent(*, parent: int, of: signal.Signals) -> None:
    """Asks the kernel for a signal at the parent's end; exits if it has ended."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_PDEATHSIG, int(of), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG)")
    if os.getppid() != parent:
        sys.exit("the parent process has ended")


def become(user: str) -> None:
    """Gives up this process's rights for those of ``user``."""
    entry = pwd.getpwnam(user)
    os.initgroups(user, entry.pw_gid)
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


def main() -> None:
    parser = argparse.ArgumentParser(prog="child.py")
    parser.add_argument("--parent", type=int, required=True)
    parser.add_argument("--user")
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    if options.user:
        become(options.user)
    # After the change of user, which would clear the wish.
    die_with_parent(parent=options.parent, of=signal.SIGKILL)
    environment = dict(os.environ)
    if options.bare:
        environment = {n: environment[n] for n in BARE if n in environment}
        os.chdir("/")
    environment[OWN_PID] = str(os.getpid())
    os.execvpe(options.command[0], options.command, environment)  # noqa: S606


if __name__ == "__main__":
    main()
