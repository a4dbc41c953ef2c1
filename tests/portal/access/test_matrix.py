"""The permission matrix: every address and operation by every role, cell by cell.

``matrix.csv`` is what we promise. A new address has no row there, and fails:

    BENCHBOOK_WRITE_MATRIX=1 .venv/bin/pytest -n0 tests/portal/access/test_matrix.py

writes each column anew as the portal answers, for a reader to look at what changed.
"""

import csv
import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.cache import caches

from portal import dispatch
from portal.pdf import pdf
from tests.examples import few_or
from tests.portal.access.operations import (
    ROLES,
    Caller,
    Operation,
    places,
    site_of_private_rows,
)

MATRIX = Path(__file__).with_name("matrix.csv")
# Nobody has what these look for: a page to post to, a mail's link, a second factor.
NEVER_DONE = {
    r"/api/^(?:docs|guide)(?:/.*)?$",
    "account_confirm_email",
    "mfa_deactivate_totp",
    "mfa_download_recovery_codes",
}
KEY = ("address", "method")
WRITES = bool(os.environ.get("BENCHBOOK_WRITE_MATRIX"))


def read():
    if not MATRIX.exists():
        return {}
    with MATRIX.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {Operation(row["address"], row["method"]): row for row in rows}


def write(role, answers):
    before = read()
    with MATRIX.open("w", newline="") as file:
        table = csv.DictWriter(file, [*KEY, *ROLES], lineterminator="\n")
        table.writeheader()
        for operation, word in answers.items():
            row = before.get(operation, {}) | {role: word}
            table.writerow(
                row | {"address": operation.name, "method": operation.method}
            )


LEAST = ("anonymous", "other")  # who may do least, each time; --long, all


@pytest.fixture
def undrawn(monkeypatch):
    """PDFs whose drawing takes seconds; who gets one is decided before."""
    monkeypatch.setattr(pdf, "_drawn", lambda html: b"%PDF-")


@pytest.fixture
def unawaited(monkeypatch):
    """Checks that no worker will finish, answered as where too many wait for theirs."""
    monkeypatch.setattr(dispatch, "_waiting", threading.Semaphore(0))


@pytest.mark.parametrize(
    "role",
    [
        pytest.param(role, marks=() if WRITES or role in LEAST else pytest.mark.long)
        for role in ROLES
    ],
)
@pytest.mark.usefixtures("forget", "undrawn", "unawaited")
def test_every_address_answers_a_role_as_the_matrix_says(db, role):
    site = site_of_private_rows()
    caller = Caller(role, site)
    answers = {place.operation: caller.ask(place) for place in places(site)}
    if WRITES:
        write(role, answers)

    promised = {operation: row[role] for operation, row in read().items()}
    assert answers == promised


@pytest.mark.usefixtures("forget", "undrawn", "unawaited")
def test_every_address_answers_a_head_as_it_answers_a_get(db):
    """As programs ask that watch a site, and `curl -I`."""
    site = site_of_private_rows()
    caller = Caller("owner", site)
    read_only = [each for each in places(site) if each.operation.method == "GET"]
    promised = read()

    # one way of Django's for all; with --long each is asked
    answers = {
        each.operation: caller.ask(
            replace(each, operation=replace(each.operation, method="HEAD"))
        )
        for each in few_or(read_only, few=read_only[::3])
    }

    assert answers == {operation: promised[operation]["owner"] for operation in answers}


@pytest.fixture
def kept_pages(settings):
    """As on a site; the settings of the tests have no such cache."""
    settings.CACHES = settings.CACHES | {
        "pages": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "pages-of-the-matrix",
        }
    }
    caches["pages"].clear()
    yield caches["pages"]
    caches["pages"].clear()


@pytest.mark.long
@pytest.mark.usefixtures("forget", "undrawn")
def test_pages_that_are_kept_answer_each_role_as_the_matrix_says(db, kept_pages):
    """Whoever asks first: owner and staff see more than who comes after them."""
    site = site_of_private_rows()
    read_only = [each for each in places(site) if each.operation.method == "GET"]
    promised = read()

    for role in ("owner", "staff", "anonymous", "other", "anonymous"):
        caller = Caller(role, site)
        answers = {place.operation: caller.ask(place) for place in read_only}
        assert answers == {each: promised[each][role] for each in answers}, role
    assert kept_pages._cache, "no page was kept"


def test_the_matrix_has_a_word_in_every_cell():
    assert [op for op, row in read().items() if not all(row[r] for r in ROLES)] == []


def test_a_write_of_the_owner_is_done_so_that_its_row_tells_roles_apart():
    """Who is told 400 is let in no less than who is told 201; 409 is of the row's state."""
    undone = {
        op.name
        for op, row in read().items()
        if op.method != "GET" and row["owner"] in ("400", "404", "415")
    }

    assert undone == NEVER_DONE


def test_nothing_in_the_matrix_is_a_fault():
    assert [op for op, row in read().items() if "500" in row.values()] == []
