"""The command line; the connection comes as JSON on standard input."""

import argparse
import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TextIO

from workers.tools.tpcc.dialects import NAMES
from workers.tools.tpcc.kinds import Kind
from workers.tools.tpcc.options import WEIGHTS, Load, Place, Profile, Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """Calls of the routine that does nothing, by so many users for so long."""

    virtual_users: int
    duration_seconds: int
    processes: int


@dataclass(frozen=True, slots=True)
class Connect:
    """One connection, and nothing else."""


Wanted = Load | Run | Ceiling | Connect


def read(argv: Sequence[str]) -> Wanted:
    """What is asked for; SystemExit (2) with a message for what cannot be."""
    parser = _parser()
    given = vars(parser.parse_args(argv))
    action = given.pop("action")
    if action == "connect":
        return Connect()
    most = given.get("virtual_users") or given["warehouses"]
    if given["processes"] is None:
        given["processes"] = min(most, len(os.sched_getaffinity(0)))
    elif given["processes"] > most:
        parser.error(f"--processes: {most} at most, or some have nothing to do")
    wanted: type[Load | Run | Ceiling] = {"load": Load, "run": Run}.get(action, Ceiling)
    return wanted(**given)


def read_place(stream: TextIO) -> Place:
    """ValueError, which shows no value, where it is no place."""
    try:
        found = json.load(stream)
    except ValueError:
        raise ValueError(
            "standard input is no JSON: give the connection in it"
        ) from None
    known = [field.name for field in fields(Place)]
    if not isinstance(found, dict) or set(found) - set(known):
        raise ValueError(f"standard input is no JSON object of {', '.join(known)}")
    for name, value in found.items():
        _check_type(name, value)
    try:
        place = Place(**found)
    except TypeError as error:  # names what is missing
        raise ValueError(f"standard input: {error}") from None
    if place.dialect not in NAMES:
        raise ValueError(f"standard input: dialect is none of {', '.join(NAMES)}")
    return place


def _check_type(name: str, value: object) -> None:
    if name == "port":
        if type(value) is not int:
            raise ValueError("standard input: port is no whole number")
    elif name in {"allow_tls_1_0", "allow_cleartext_password"}:
        if not isinstance(value, bool):
            raise ValueError(f"standard input: {name} is neither true nor false")
    elif not isinstance(value, str) and not (name == "tls_ca" and value is None):
        raise ValueError(f"standard input: {name} is no text")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m workers.tools.tpcc",
        description="The TPC-C-derived load. Reads where to connect from standard input.",
    )
    actions = parser.add_subparsers(dest="action", required=True)
    load = actions.add_parser("load", help="create and fill the nine tables")
    run = actions.add_parser("run", help="load the server and measure")
    ceiling = actions.add_parser("ceiling", help="measure calls of an empty routine")
    actions.add_parser("connect", help="make one connection, and end")
    for each in (load, run):
        _add_data(each)
    for each in (run, ceiling):
        each.add_argument("--virtual-users", type=_positive, required=True)
        each.add_argument("--duration-seconds", type=_positive, required=True)
    for each in (load, run, ceiling):
        each.add_argument(
            "--processes", type=_positive, help="as many as cores where not given"
        )
    run.add_argument("--rampup-seconds", type=_whole, required=True)
    run.add_argument(
        "--weights",
        type=_weights,
        default=WEIGHTS,
        metavar=":".join(Kind),
        help="cards of a deck by kind, 10:10:1:1:1 where not given",
    )
    run.add_argument(
        "--first-user",
        type=_whole,
        default=0,
        help="where several tools load the server, how many users are in front of these",
    )
    run.add_argument("--users-of-all", type=_positive, help="of all these tools")
    run.add_argument("--keying-and-thinking", action="store_true")
    run.add_argument("--all-warehouses", action="store_true")
    return parser


def _add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--profile", type=_profile, required=True, metavar="|".join(Profile)
    )
    parser.add_argument("--warehouses", type=_positive, required=True)
    parser.add_argument(
        "--seed",
        type=_whole,
        default=secrets.randbits(32),
        help="of the random draws; drawn itself where it is not given",
    )


def _profile(text: str) -> Profile:
    try:
        return Profile(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"give {' or '.join(Profile)}") from None


def _weights(text: str) -> tuple[int, ...]:
    try:
        found = tuple(map(_whole, text.split(":")))
    except argparse.ArgumentTypeError:
        found = ()
    if len(found) != len(Kind) or not found[0]:
        raise argparse.ArgumentTypeError(
            f"give {len(Kind)} whole numbers, {':'.join(Kind)}, the first above 0"
        )
    return found


def _whole(text: str) -> int:
    return _at_least(0, text)


def _positive(text: str) -> int:
    return _at_least(1, text)


def _at_least(least: int, text: str) -> int:
    message = f"give a whole number, {least} or more"
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(message) from None
    if number < least:
        raise argparse.ArgumentTypeError(message)
    return number
