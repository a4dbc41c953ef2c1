"""The end of a run or a sweep: what is printed of it, and the exit code."""

from collections.abc import Sequence
from dataclasses import dataclass

import typer

from benchbook_client import figures, follow, judgement, terminal
from benchbook_client.api import operations
from benchbook_client.api.shapes import Compared, Result, Run, Sweep
from benchbook_client.api.transport import Api
from benchbook_client.commands import results
from benchbook_client.errors import BadInput, Exit, Failed


@dataclass(frozen=True, slots=True)
class Demand:
    """What makes a regression of what was measured."""

    limit: float | None
    by_rule: bool
    figure: str | None
    baseline: str | None

    @property
    def is_any(self) -> bool:
        return self.by_rule or self.limit is not None


def demand(
    limit: str | None, *, by_rule: bool, figure: str | None, baseline: str | None
) -> Demand:
    """Raises ``BadInput`` for what cannot be held."""
    if figure is not None and figure not in figures.WATCHED:
        raise BadInput(f"{figure!r} is none of {', '.join(figures.WATCHED)}.")
    if limit is None and (figure is not None or baseline is not None):
        raise BadInput("--figure and --baseline go with --fail-if-slower-than.")
    return Demand(
        limit=None if limit is None else judgement.percent(limit),
        by_rule=by_rule,
        figure=figure,
        baseline=baseline,
    )


def refuse_figure(api: Api, demand: Demand, *, workload: str) -> None:
    """``BadInput`` before the wait for one that the workload does not yield; one that is no
    workload is for Benchbook to refuse."""
    if demand.figure is None:
        return
    try:
        yielded = api.call(operations.WORKLOAD, id=workload)["metrics"]
    except BadInput:
        return
    known = [name for name in figures.WATCHED if name in yielded]
    if demand.figure not in known:
        raise BadInput(
            f"{workload} yields no {demand.figure!r}: it is none of {', '.join(known)}."
        )


def waits(demand: Demand, *, wait: bool) -> bool:
    if demand.is_any and not wait:
        raise BadInput("Only what has ended can be slower: add --wait.")
    return wait


def of_made(api: Api, made: Run, demand: Demand, *, wait: bool, as_json: bool) -> None:
    """Of a run that was just asked for, or of the sweep that it begins."""
    if wait and made["sweep"]:
        terminal.tell(f"Sweep {made['sweep']}")
        sweep(api, made["sweep"], demand, as_json=as_json)
    elif wait:
        terminal.tell(f"Run {made['id']}")
        run(api, made["id"], demand, as_json=as_json)
    elif as_json:
        terminal.as_json(made)
    else:
        terminal.say(made["sweep"] or made["id"])


def run(api: Api, id: str, demand: Demand, *, as_json: bool) -> None:
    """Follows a run to its end. Raises ``Failed``, exits with 1 for a regression."""
    baseline = _baseline(api, demand)
    ended = follow.run(api, id)
    if as_json:
        terminal.as_json(ended)
    else:
        _print_run(ended)
    _refuse_failed(ended)
    new = [api.call(operations.RESULT, id=ended["result"])] if ended["result"] else []
    _judge(api, new, demand, baseline)


def sweep(api: Api, id: str, demand: Demand, *, as_json: bool) -> None:
    """Follows a sweep to its end, likewise."""
    baseline = _baseline(api, demand)
    ended = follow.sweep(api, id)
    if as_json:
        terminal.as_json(ended)
    else:
        _print_sweep(ended)
    repeats = [repeat for point in ended["points"] for repeat in point["repeats"]]
    lost = [each for each in repeats if each["state"] != "succeeded"]
    if lost:
        _refuse_failed(api.call(operations.RUN, id=lost[0]["run"]))
    _judge(api, results.of_sweep(api, ended) if demand.is_any else [], demand, baseline)


def _refuse_failed(ended: Run) -> None:
    if ended["failure"]:
        raise Failed(f"Run {ended['id']} failed: {ended['failure']['message']}")
    if ended["state"] != "succeeded":
        raise Failed(f"Run {ended['id']} was {ended['state']}.")


def _baseline(api: Api, demand: Demand) -> list[Result]:
    """Looked for before the wait: a wrong name is told at once."""
    return [] if demand.baseline is None else results.named(api, demand.baseline)


def _judge(
    api: Api, new: Sequence[Result], demand: Demand, baseline: Sequence[Result]
) -> None:
    if not demand.is_any:
        return
    found = judgement.of(
        api, new, figure=demand.figure, baseline=baseline, with_rules=demand.by_rule
    )
    for each in found:
        terminal.tell(each.sentence())
    _refuse_unjudged(new, found, demand)
    if any(each.is_regression(demand.limit) for each in found):
        raise typer.Exit(Exit.REGRESSION)


def _refuse_unjudged(
    new: Sequence[Result], found: Sequence[judgement.Judgement], demand: Demand
) -> None:
    """A build passes unjudged where it is the first of its series, and no other."""
    if any(not each["series"] for each in new) or not found:
        raise Failed(
            "What was measured is in no series: there is nothing to hold it to."
        )
    if all(each.after is None for each in found):
        raise Failed(
            "Nothing that was measured counts: it was left out, or has no figure."
        )
    if demand.baseline is not None and all(each.before is None for each in found):
        raise BadInput("The baseline has no figure under the load that was measured.")


def _print_run(ended: Run) -> None:
    terminal.say(f"Run {ended['id']}: {ended['state']}")
    rows = [
        (label, ended["figures"].get(name)) for name, label in figures.LABELS.items()
    ]
    if known := [row for row in rows if row[1] is not None]:
        terminal.table(("figure", "value"), known)
    if ended["doubt"]:
        terminal.say(f"in doubt: the {ended['doubt']}")
    verdicts = {"regime": ended["regime"], "bottleneck": ended["bottleneck"]}
    for word, told in verdicts.items():
        if told["verdict"]:
            terminal.say(f"{word}: {told['verdict']}")
    for finding in ended["findings"]:
        terminal.say(f"{finding['severity']}: {finding['message']}")
    if ended["result"]:
        terminal.say(f"result: {ended['result']}")
    if ended["reproduction"]:
        _print_compared(ended["reproduction"]["figures"])


def _print_sweep(ended: Sweep) -> None:
    terminal.say(f"Sweep {ended['id']}: {ended['state']}")
    rows = []
    for point in ended["points"]:
        spread = point["nopm"] or point["tpm"] or point["tps"]
        p95 = point["latency_p95_ms"]
        rows.append(
            (
                point["threads"],
                *(
                    (spread["median"], spread["lowest"], spread["highest"])
                    if spread
                    else (None, None, None)
                ),
                p95["median"] if p95 else None,
            )
        )
    figure = ended["peak"]["figure"] if ended["peak"] else "tps"
    label = figures.LABELS.get(figure, figure)
    terminal.table(("threads", label, "lowest", "highest", "p95 (ms)"), rows)
    if peak := ended["peak"]:
        doubt = f" ({peak['doubt']} in doubt)" if peak["doubt"] else ""
        most = terminal.number(peak["median"])
        terminal.say(f"peak: {most} {label} at {peak['threads']} threads{doubt}")
    if ended["reproduction"]:
        _print_compared(ended["reproduction"]["figures"])


def _print_compared(found: dict[str, Compared]) -> None:
    """Beside the published row; a ratio only where it says something of the server."""
    terminal.table(
        ("figure", "published", "measured", "ratio", "in doubt", "note"),
        (
            (
                figures.LABELS.get(name, name),
                each["published"],
                each["measured"],
                each["ratio"],
                each["ratio_doubt"] or each["doubt"],
                each["note"],
            )
            for name, each in found.items()
        ),
    )
