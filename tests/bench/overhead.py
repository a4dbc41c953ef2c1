"""What Benchbook costs a run: beside bare sysbench, and in CPU time.

    make demo                                # in another terminal
    python -m tests.bench.overhead [ROUNDS]

Each round measures the same load four times: through Benchbook (with a viewer who polls
as the run page does) and bare, in an order that is swapped every round, and twice bare as
a control (A/A). Judged by ratios within rounds, since machines are shared and noisy: the
median of Benchbook/bare may lie below that of A/A by no more than the A/A's
interquartile range. CPU seconds are those of Benchbook's own processes over the
measured time, per 10 s.
"""

import json
import statistics
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path

import psutil
import pymysql

from benchruns.parsers.sysbench import output as sysbench

VAR = Path(__file__).resolve().parents[2] / "var"
LOAD = {"tables": 4, "table_size": 25_000, "threads": 4, "duration_seconds": 10}
POLL_SECONDS = 1.0
CPU_LIMITS = {"worker-runs": 0.1, "web": 0.1, "all": 0.25}


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    demo = Demo()
    through, control, cpu = [], [], []
    for number in range(rounds):
        ours, bare = in_turn(demo.measure, demo.measure_bare, swapped=number % 2 == 1)
        first, second = demo.measure_bare(), demo.measure_bare()
        through.append(ours["tps"] / bare)
        control.append(second / first if number % 2 else first / second)
        cpu.append(ours["cpu"])
        say(
            f"round {number + 1:2}: Benchbook/bare {through[-1]:.3f}  A/A {control[-1]:.3f}"
        )
    return report(through, control, cpu)


def in_turn(ours, bare, *, swapped):
    if swapped:
        figure = bare()
        return ours(), figure
    return ours(), bare()


def report(through, control, cpu) -> int:
    low, _middle, high = statistics.quantiles(control, n=4)
    medians = statistics.median(through), statistics.median(control)
    is_fair = medians[0] >= medians[1] - (high - low)
    say(
        f"\nmedian Benchbook/bare {medians[0]:.3f}, A/A {medians[1]:.3f} (IQR {high - low:.3f})"
    )
    spent = {name: statistics.median(c[name] for c in cpu) for name in cpu[0]}
    spent["all"] = sum(spent.values())
    for name, seconds in spent.items():
        say(f"CPU {name:15} {seconds:.3f} s in 10 s")
    within = all(spent[name] <= limit for name, limit in CPU_LIMITS.items())
    say("PASS" if is_fair and within else "FAIL")
    return 0 if is_fair and within else 1


class Demo:
    """A running demo, used as a program and a viewer would."""

    def __init__(self) -> None:
        lines = (VAR / "demo.env").read_text().split()
        self.env = dict(line.split("=", 1) for line in lines)
        self.url = self.env["BENCHBOOK_URL"]
        self.mariadb = urllib.parse.urlsplit(self.env["MARIADB_URL"])
        self.viewer = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(CookieJar())
        )
        self.log_in()
        endpoints = self.api("GET", "/api/v1/endpoints/")["results"]
        self.endpoint = next(e["id"] for e in endpoints if e["engine"] == "mariadb")

    def measure(self) -> dict:
        """One run through Benchbook, watched: its TPS, and the CPU seconds it took."""
        body = {
            "endpoint": self.endpoint,
            "workload": "oltp_read_write",
            "parameters": LOAD,
        }
        run = self.api("POST", "/api/v1/runs/", body)
        before = spent = started = ended = None
        after, attempt = "", ""
        while True:
            seen = self.watch(run["id"], after=after, attempt=attempt)
            if seen["phase"] == "measure":
                spent, ended = cpu_seconds(), time.monotonic()
                if before is None:
                    before, started = spent, ended
            if seen["samples"]:
                after, attempt = seen["samples"][-1][0], seen["attempt"]
            if seen["state"] not in ("queued", "running"):
                break
            time.sleep(POLL_SECONDS)
        done = self.api("GET", f"/api/v1/runs/{run['id']}/")
        if done["state"] != "succeeded":
            raise SystemExit(f"the run {done['state']}: {done['failure']}")
        share = 10 / (ended - started)
        cpu = {name: (spent[name] - before[name]) * share for name in before}
        return {"tps": done["figures"]["tps"], "cpu": cpu}

    def measure_bare(self) -> float:
        """The same flags and the same preparation, without Benchbook: TPS."""
        with self.scratch_database() as database:
            self.sysbench(database, "--threads=4", "prepare")
            output = self.sysbench(
                database,
                f"--threads={LOAD['threads']}",
                f"--time={LOAD['duration_seconds']}",
                "--events=0",
                "--report-interval=1",
                "--percentile=95",
                "--histogram=on",
                "run",
            )
        return sysbench.parse(output).figures.tps

    def sysbench(self, database: str, *words: str) -> str:
        password = urllib.parse.unquote(self.mariadb.password)
        return subprocess.run(
            [
                "sysbench",
                "--config-file=/dev/stdin",
                "oltp_read_write",
                "--db-driver=mysql",
                f"--mysql-host={self.mariadb.hostname}",
                f"--mysql-port={self.mariadb.port}",
                f"--mysql-user={self.mariadb.username}",
                f"--mysql-db={database}",
                f"--tables={LOAD['tables']}",
                f"--table_size={LOAD['table_size']}",
                *words,
            ],
            input=f'mysql-password="{password}"\n',
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    @contextmanager
    def scratch_database(self) -> Iterator[str]:
        connection = pymysql.connect(
            host=self.mariadb.hostname,
            port=self.mariadb.port,
            user=self.mariadb.username,
            password=urllib.parse.unquote(self.mariadb.password),
        )
        with connection, connection.cursor() as cursor:
            cursor.execute("CREATE DATABASE overhead_bare")
            try:
                yield "overhead_bare"
            finally:
                cursor.execute("DROP DATABASE overhead_bare")

    def watch(self, run_id: str, **position: object) -> dict:
        query = urllib.parse.urlencode(position)
        with self.viewer.open(f"{self.url}/runs/{run_id}/live/?{query}") as answer:
            return json.load(answer)

    def log_in(self) -> None:
        self.viewer.open(f"{self.url}/login/").read()
        jar = next(
            h.cookiejar
            for h in self.viewer.handlers
            if isinstance(h, urllib.request.HTTPCookieProcessor)
        )
        token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
        form = {
            "username": self.env["BENCHBOOK_USER"],
            "password": self.env["BENCHBOOK_PASSWORD"],
            "csrfmiddlewaretoken": token,
        }
        self.viewer.open(
            f"{self.url}/login/", data=urllib.parse.urlencode(form).encode()
        ).read()

    def api(self, method: str, path: str, body: dict | None = None) -> dict:
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=json.dumps(body).encode() if body else None,
            headers={
                "Authorization": f"Token {self.env['BENCHBOOK_TOKEN']}",
                "Content-Type": "application/json",
            },
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


def cpu_seconds() -> dict[str, float]:
    """CPU seconds so far of each program of the demo, its tools left out."""
    spent: dict[str, float] = {}
    for program, process in programs():
        times = process.cpu_times()
        spent[program] = spent.get(program, 0) + times.user + times.system
    return spent


def programs() -> Iterator[tuple[str, psutil.Process]]:
    supervisor = next(
        process
        for process in psutil.process_iter(["cmdline"])
        if str(VAR / "supervisord.conf") in (process.info["cmdline"] or [])
    )
    yield "supervisor", supervisor
    marks = {
        "gunicorn": "web",
        "runs@": "worker-runs",
        "control@": "worker-control",
        "tend@": "worker-tend",
        "webhooks@": "worker-webhooks",
        "beat": "beat",
        "redis-server": "redis",
    }
    for child in supervisor.children():
        line = " ".join(child.cmdline())
        for mark, program in marks.items():
            if mark in line:
                yield program, child
                for process in child.children(recursive=True):
                    if process.name() != "sysbench":
                        yield program, process
                break


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
