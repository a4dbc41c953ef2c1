"""Every ratio in one table: ``make bench-all`` writes docs/performance.md.

    python -m tests.bench.performance [PART...]

Each part of ``tests/bench/parts`` is a process of its own, which prints a line a figure. What
was measured stands in docs/performance.json, each part with its commit, day and machine; a part
that is measured again replaces itself alone. Exit code 1 where a figure falls short of its
target.
"""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import psutil

from tests.bench import figure
from tests.bench.figure import Figure

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "performance.md"
RECORD = ROOT / "docs" / "performance.json"
# In the order in which they stand in the document.
PARTS = {
    "overhead": "TPS through Benchbook, its page open, over the tool alone",
    "tpcc": "The TPC-C-derived load through Benchbook over a loop of bare calls",
    "tpcc_load": "Loading the TPC-C-derived data",
    "start": "What stands between a POST and the tool's first statement",
    "scale": "Pages with 100,000 results of 1,000 classes beside 100 of 100, lists beside 18,000 of 1,000",
    "bare": "Pages beside a bare view that sends the same bytes",
    "weight": "What a visit transfers and shows, as a share of what it may",
    "viewers": "Two hundred viewers of one run",
    "events": "Server-sent events for the live view beside polling",
    "ingest": "Twenty runs that are stored at once, the portal on PostgreSQL",
    "day": "Pages of a run of 24 hours beside one of a minute",
    "blocks": "An ended run's samples and counters in one compressed block beside rows",
    "exports": "Files of 500 rows beside files of 100",
    "parsing": "Texts of tools beside a bare search, and with twice the text",
}
HEAD = """# Performance

Written by `make bench-all`; no figure here was typed. Each is a ratio of two things that were
measured in turn within one run, which another program on the machine disturbs alike; it is the
median of the pairs, and the spread is from their lower to their upper quartile. What a visit
transfers and shows is a share of what it may, each measured once, as sizes on disk and empty calls
are. What falls short of its target stands in bold, with its reason; what has no target is there to
be known.

What is no ratio, or needs more than this machine, stands apart: `make bench-promises` (seconds and
megabytes that are promised, on an idle machine), `bench-rogue` (hostile servers, which cost what a
limit allows), `bench-generators` (network namespaces, which want root) and `bench-upgrade` (the git
history).

"""


@dataclass(frozen=True, slots=True)
class Part:
    """``where`` is the commit, the day and the machine."""

    where: str
    figures: tuple[Figure, ...]


def main() -> int:
    names = sys.argv[1:] or list(PARTS)
    if unknown := set(names) - set(PARTS):
        sys.exit(
            f"No such part: {', '.join(sorted(unknown))}. There are {', '.join(PARTS)}."
        )
    parts = recorded() if sys.argv[1:] else {}
    measured_of = commit()  # before the documents below change the tree
    for name in names:
        where = f"{measured_of}; {machine(psutil.getloadavg()[0])}"
        parts[name] = Part(where, tuple(measured(name)))
        # What took half an hour is not lost with a part that fails after it.
        write(parts)
    short = [one for name in names for one in parts[name].figures if not one.holds]
    print(f"{DOCUMENT.relative_to(ROOT)}: {len(short)} fall short", flush=True)
    return 1 if short else 0


def recorded() -> dict[str, Part]:
    if not RECORD.exists():
        return {}
    return {
        name: Part(part["where"], tuple(Figure(**one) for one in part["figures"]))
        for name, part in json.loads(RECORD.read_text()).items()
        if name in PARTS
    }


def write(parts: dict[str, Part]) -> None:
    ordered = {name: parts[name] for name in PARTS if name in parts}
    plain = {name: asdict(part) for name, part in ordered.items()}
    RECORD.write_text(json.dumps(plain, indent=1) + "\n")
    DOCUMENT.write_text(document(ordered))


def measured(name: str) -> Iterator[Figure]:
    """Raises CalledProcessError where the part fails."""
    print(f"== {PARTS[name]}", flush=True)
    command = [sys.executable, "-m", f"tests.bench.parts.{name}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as part:
        for line in part.stdout or ():
            one = figure.read(line)
            print(f"{one.ratio:8.3f}  {one.target:14} {one.name}", flush=True)
            yield one
    if part.returncode:
        raise subprocess.CalledProcessError(part.returncode, command)


def commit() -> str:
    name = _git("describe", "--always", "--abbrev=10")
    # What this wrote of the part before changes nothing that is measured.
    if _git("status", "--porcelain", "--", ".", ":!docs/performance.*"):
        name += "-dirty"
    return f"{datetime.now(tz=UTC):%Y-%m-%d}, commit {name or 'not of a repository'}"


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    ).stdout.strip()


def machine(load: float) -> str:
    cpu = next(
        (
            line.split(":")[1].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.machine(),
    )
    memory = psutil.virtual_memory().total / 2**30
    return (
        f"{os.cpu_count()} hardware threads of {cpu}, {memory:.0f} GiB, Linux "
        f"{platform.release().split('-')[0]}, Python {platform.python_version()}; load average "
        f"{load:.1f} when it began."
    )


def document(parts: dict[str, Part]) -> str:
    figures = [each for part in parts.values() for each in part.figures]
    aimed = [each for each in figures if each.target]
    held = sum(each.holds for each in aimed)
    lines = [HEAD, f"**{held} of {len(aimed)} figures that have a target hold.**\n"]
    for name, part in parts.items():
        lines += [f"\n## {PARTS[name]}\n\n{part.where}\n\n", *table(part.figures)]
    return "".join(lines)


def table(figures: tuple[Figure, ...]) -> Iterator[str]:
    """The farthest from its target first."""
    yield "| what | ratio | spread | target | holds | measured |\n"
    yield "| --- | ---: | --- | --- | --- | --- |\n"
    for each in sorted(figures, key=lambda one: -one.distance):
        mark = "" if each.holds else "**"
        measured_as = (
            each.detail if each.holds or not each.why else f"{each.detail}; {each.why}"
        )
        yield (
            f"| {mark}{each.name}{mark} | {mark}{_ratio(each)}{mark} | "
            f"{each.low:.3g} to {each.high:.3g} | {each.target} | "
            f"{_verdict(each)} | {measured_as} |\n"
        )


def _verdict(figure: Figure) -> str:
    if not figure.target:
        return ""
    return "yes" if figure.holds else "**no**"


def _ratio(figure: Figure) -> str:
    """With the digits that tell it from its target."""
    short = f"{figure.ratio:.3g}"
    is_told_apart = figure.holds or short not in figure.target.split()
    return short if is_told_apart else f"{figure.ratio:.4g}"


if __name__ == "__main__":
    sys.exit(main())
