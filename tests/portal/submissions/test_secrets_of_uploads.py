"""A secret of a genuine output is nowhere: not in the database, not in any answer."""

import subprocess

import pytest

from benchruns.models import SubmittedFile
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.review import moves
from tests.benchruns.parsers.secret_texts import SAME
from tests.examples import few_or
from tests.factories import UserFactory
from tests.portal.visiting import text_of
from tests.stored_bytes import stored_text
from tests.submission_factories import ReviewerFactory
from tests.submission_files import SETTINGS, STATEMENT, sysbench_text, uploaded

pytestmark = pytest.mark.django_db

SHAPES = (
    f"Value S3cret for tpcc:pg_superuserpass {SAME} S3cret, no change made",
    "Changed tpcc:pg_pass from S3cret to S3cret for PostgreSQL",
    "go-tpc tpcc -d mysql -H db -P 4000 -U u -p S3cret --warehouses 4 run",
    "go-tpc tpcc --driver mysql -p S3cret run",
    "tiup bench tpcc -d mysql -p S3cret run",
    '["go-tpc", "tpcc", "-d", "mysql", "-p", "S3cret", "run"]',
    'DEBUG: mysql_real_connect(0x5, "S3cret", "S3cret", "S3cret", "S3cret", 3306, "")',
    '{"name":"PGPASSWORD","value":"S3cret"}',
    'PGPASSWORD: "S3cret"',
    "setx PGPASSWORD S3cret",
    "setenv PGPASSWORD S3cret",
    "PW=S3cret",
    '"pw": "S3cret"',
    "wrapper --api-key S3cret",
)
# Each alone in a statement; what is blanked in a text is tried text by text elsewhere.
STATED = few_or(SHAPES, few=SHAPES[::4])


def template(commands):
    head = "workload,threads,duration_seconds,tps,qps,tested_on,command"
    quoted = (command.replace('"', '""') for command in commands)
    rows = [f'oltp_read_write,8,60,100,2000,2026-01-31,"{each}"' for each in quoted]
    return uploaded("\n".join([head, *rows, ""]), name="report.csv")


def accepted(owner):
    """With the shapes in a log, a table of figures, files of settings and statements."""
    log = uploaded("\n".join([*SHAPES, sysbench_text()]), name="run.log")
    settings = [
        uploaded(f"{SETTINGS}\n# {each}", name=f"{each}.txt") for each in STATED
    ]
    draft = drafts.begin(owner, [log, *settings, template(SHAPES)])
    for shape in STATED:
        statement = {**STATEMENT, "vcpus": 4, "memory_gb": 16, "command": shape}
        drafts.state(draft.pk, by=owner, statement=statement, credit=shape[:80])
        assert "S3cret" not in stored_text(), shape
    log = SubmittedFile.objects.get(submission=draft, name="run.log")
    for shape in STATED:
        drafts.state_file(
            draft.pk, by=owner, file_id=log.pk, statement={"command": shape}
        )
        assert "S3cret" not in stored_text(), shape
    moves.submit(draft.pk, by=owner)
    moves.accept(draft.pk, by=ReviewerFactory(), grade="accepted", version=1)
    return draft


@pytest.mark.long
def test_a_secret_of_any_shape_is_nowhere(client):
    owner = UserFactory()
    submission = accepted(owner)
    page = f"/submissions/{submission.pk}/"
    addresses = [
        *(f"{base}{page}" for base in ("", "/api/v1")),
        f"/api/v1{page}events/",
        *(f"{page}files/{file.pk}/" for file in submission.files.all()),
        *(f"/results/{result.pk}/" for result in submission.results.all()),
        *(f"/api/v1/results/{result.pk}/" for result in submission.results.all()),
    ]

    assert "S3cret" not in stored_text()
    assert len(addresses) > 2 * len(SHAPES)
    for user in (None, owner, ReviewerFactory()):
        if user is not None:
            client.force_login(user)
        told = [each for each in addresses if "S3cret" in text_of(client.get(each))]
        assert told == []


def test_what_sysbench_prints_when_it_is_asked_for_more_is_blanked():
    """No server is there: what it would log in with is printed before it tries."""
    command = "sysbench oltp_read_only --mysql-debug=on --verbosity=5 --mysql-port=1"
    account = "--mysql-host=127.0.0.1 --mysql-user=S3cret --mysql-password=S3cret run"
    words = f"{command} {account}".split()
    printed = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    asked_for = [
        line for line in printed.splitlines() if line.startswith("DEBUG: mysql")
    ]
    assert any('"S3cret"' in line for line in asked_for)

    drafts.begin(UserFactory(), [uploaded("\n".join([*asked_for, sysbench_text()]))])

    assert "mysql_real_connect(" in stored_text()
    assert "S3cret" not in stored_text()
