"""Secrets that are removed from what is stated: told, and told to stay told."""

import pytest

from benchruns.sentences.checks.table import worded_check
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.files.removed_secrets import secrets_in
from tests.factories import UserFactory
from tests.submission_files import SETTINGS, sysbench_text, uploaded

pytestmark = pytest.mark.django_db

COMMAND = "sysbench --mysql-password=S3cret --threads=8 run"
BLANKED = "sysbench --mysql-password=*** --threads=8 run"


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def draft(owner):
    return drafts.begin(owner, [uploaded(sysbench_text())])


def told(submission):
    submission.refresh_from_db()
    checks = map(worded_check, submission.checks)
    return next((check for check in checks if check.code == "secrets"), None)


def test_secrets_are_counted_by_where_they_stand():
    settings = SETTINGS + "\nwsrep_sst_auth\tuser:S3cret"

    assert secrets_in({"command": COMMAND, "threads": 8}, settings) == {
        "command": 1,
        "settings": 1,
    }
    assert secrets_in({"command": BLANKED}, SETTINGS) == secrets_in() == {}


def test_a_secret_in_the_command_line_is_told_and_stays_told(draft, owner):
    drafts.state(draft.pk, by=owner, statement={"command": COMMAND})
    drafts.state(draft.pk, by=owner, statement={"command": f"{BLANKED} -v"})

    check = told(draft)
    where = {"names": [{"field": "command", "file": ""}], "more": 0}
    assert (check.severity, check.values) == ("caution", {"count": 1, **where})
    assert check.message == "A password or token was removed from the command line."
    assert "Change it" in check.remedy
    assert "S3cret" not in str(list(draft.events.values_list("details")))

    drafts.state(draft.pk, by=owner, statement={"command": ""})
    assert told(draft) is None


def test_stars_that_its_owner_typed_are_no_secret(draft, owner):
    drafts.state(draft.pk, by=owner, statement={"command": BLANKED})

    assert told(draft) is None


def test_a_secret_that_is_sent_again_is_one_secret(draft, owner):
    for threads in (8, 16):
        command = COMMAND.replace("8", str(threads))
        drafts.state(draft.pk, by=owner, statement={"command": command})

    assert told(draft).values["count"] == 1


def test_secrets_of_all_places_are_told_together(draft, owner):
    log = "sysbench --mysql-password=S3cret run\n" + sysbench_text(tps=90)
    drafts.add_files(draft.pk, by=owner, files=[uploaded(log, name="own.log")])
    drafts.state(
        draft.pk,
        by=owner,
        statement={"command": COMMAND},
        settings_text=SETTINGS + "\nwsrep_sst_auth\tuser:S3cret",
    )
    file = draft.files.get(name="run.txt")
    drafts.state_file(
        draft.pk, by=owner, file_id=file.pk, statement={"command": COMMAND}
    )

    assert told(draft).message == (
        "4 passwords or tokens were removed from own.log, the command line, the "
        "settings, the command line of run.txt."
    )


def test_a_secret_that_leaves_no_trace_is_told(draft, owner):
    """The line that held it is not kept, so nothing else has changed."""
    drafts.state(draft.pk, by=owner, settings_text=SETTINGS)
    drafts.state(
        draft.pk, by=owner, settings_text=SETTINGS + "\nwsrep_sst_auth\tuser:S3cret"
    )

    assert "from the settings" in told(draft).message
