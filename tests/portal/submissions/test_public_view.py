"""Of an upload everybody sees what was recognised, and no other word of it anywhere."""

import io
import zipfile

import pytest
from django.urls import resolve

from benchruns.models import Submission, SubmittedFile
from benchruns.submissions import intake
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.review import moves
from tests import published_database
from tests.benchruns.report_cases.case import SAMPLES
from tests.factories import UserFactory
from tests.portal.visiting import text_of, visit
from tests.submission_factories import ReviewerFactory
from tests.submission_files import SETTINGS, STATEMENT, sysbench_text

pytestmark = pytest.mark.django_db

WORD = "zq7word"  # no program knows it for a secret
COMMANDS = f"""\
# {WORD} is a comment
export {WORD}=1; {WORD} --do
{WORD}=1 sysbench oltp_read_write --weird={WORD} --{WORD}=1 --rand-type={WORD} \\
  --tables 32 --table-size=25000 --threads=8 --time=60 -{WORD} {WORD} {WORD}.lua run
pgbench -f {WORD}.sql -D {WORD}=1 -c 8 {WORD}
go-tpc tpcc {WORD} --{WORD} {WORD} run | {WORD}
dbset db {WORD}
diset tpcc mysql_{WORD} 1
["sysbench", "--{WORD}"]"""
OF_SERVER = f"""{SETTINGS}
zzz_custom_secret	{WORD}
zzz_custom	{WORD}
{WORD}_size	1
sql_mode	{WORD}
innodb_flush_method	{WORD}
synchronous_standby_names	ANY 1 ({WORD}, {WORD}2)
log_error	/var/{WORD}"""
SYSBENCH = f"# {WORD}\nWARNING: {WORD} is deprecated\n{sysbench_text()}\n{WORD}: 12"
PGBENCH = (
    (SAMPLES / "pgbench" / "15-retries.txt")
    .read_text()
    .replace("dl.sql", f"/home/{WORD}/{WORD}.sql")
    .replace("SELECT", f"SELECT /* {WORD} */")
)
GO_TPC = (
    (SAMPLES / "go-tpc" / "0.9-no-last-line.txt")
    .read_text()
    .replace("NEW_ORDER_ERR", WORD)
    .replace("PAYMENT_ERR", f"PAYMENT_{WORD}")
)
HAMMERDB = (
    (SAMPLES / "hammerdb" / "6.0-postgresql.json")
    .read_text()
    .replace("Example", WORD)
    .replace("Ubuntu", WORD)
)
TEMPLATE = (
    "workload,threads,duration_seconds,tps,qps,tested_on,command\n"
    f"oltp_read_write,8,60,100,2000,2026-01-31,sysbench --{WORD}={WORD} --threads=8 run\n"
)
NOT_STATED = ("engine", "engine_version", "workload", "threads", "duration_seconds")
REPORTS = {
    "sysbench": (SYSBENCH, {}),
    "pgbench": (PGBENCH, {"engine": "postgresql", "workload": "pgbench_read_write"}),
    "go-tpc": (GO_TPC, {"workload": "tpcc"}),
    "hammerdb": (HAMMERDB, {"engine": "postgresql", "workload": "tpcc"}),
    "template": (TEMPLATE, {}),
}


def zipped(text, *, name):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        written.writestr(f"{WORD}/{name}", text)
        written.writestr(f"{WORD}-settings.txt", OF_SERVER)
    return intake.read_upload(f"{WORD}.zip", io.BytesIO(archive.getvalue()))


def accepted(owner, text, stated, *, name):
    draft = drafts.begin(owner, zipped(text, name=f"{WORD}-{name}.txt"))
    size = {"vcpus": 4, "memory_gb": 16}
    statement = {**STATEMENT, **size, **stated, "command": COMMANDS}
    drafts.state(draft.pk, by=owner, statement=statement)
    file = SubmittedFile.objects.filter(submission=draft).exclude(tool="settings").get()
    drafts.state_file(
        draft.pk, by=owner, file_id=file.pk, statement={"command": COMMANDS}
    )
    moves.submit(draft.pk, by=owner, text=f"{WORD} to the reviewer")
    moves.comment(draft.pk, by=owner, text=f"{WORD} again")
    moves.accept(
        draft.pk, by=ReviewerFactory(), grade="accepted", version=1, text=f"{WORD}!"
    )
    return draft.pk


@pytest.fixture(scope="module")
def stored(django_db_setup, django_db_blocker):
    """Accepted reports of all kinds with the word wherever one can be."""
    keys = []

    def store():
        owner = UserFactory()
        keys.extend(accepted(owner, *REPORTS[name], name=name) for name in REPORTS)

    for _ in published_database.loaded(django_db_blocker, by=store):
        yield keys


@pytest.fixture
def everywhere(db, stored):
    return Submission.objects.filter(pk__in=stored)


def addresses(submissions):
    """Where a visitor begins, beside what is linked from there."""
    results = [result for each in submissions for result in each.results.all()]
    api = "/api/v1"
    yield from ("/", "/submissions/", "/engines/", "/classes/", "/compare/", "/trends/")
    yield from (f"/search/?q={word}" for word in (WORD, "sysbench", "mysql"))
    yield from (f"{api}/results/", f"{api}/submissions/", f"{api}/engines/")
    yield from (f"{api}/instance-classes/", f"{api}/series/")
    yield from ("/feeds/results.atom", "/feeds/results.atom?engine=mysql")
    for each in submissions:
        yield from (f"/submissions/{each.pk}/", f"{api}/submissions/{each.pk}/")
        yield f"{api}/submissions/{each.pk}/events/"
        for file in each.files.all():
            yield f"/submissions/{each.pk}/files/{file.pk}/"
            yield f"{api}/submissions/{each.pk}/files/{file.pk}/raw/"
            yield f"{api}/submissions/{each.pk}/files/{file.pk}/samples/"
    for result in results:
        page = f"/results/{result.pk}/"
        yield from (page, f"{page}?format=csv", f"{page}?format=json", f"{api}{page}")
        engine = f"/{result.engine}/{result.version_slug}/"
        yield from (f"/engines{engine}", f"/whitepaper{engine}")
        yield from (f"/whitepaper{engine}?format=json", f"/engines{engine}embed/")
    asked = "&".join(f"result={result.pk}" for result in results)
    yield from (f"/compare/?{asked}", f"{api}/compare/?{asked}")
    yield from (
        f"/compare/?{asked}&format={kind}" for kind in ("csv", "tsv", "md", "json")
    )


SHOWN = {
    "result-detail", "submission-detail", "engine-version", "class-detail", "compare",
    "whitepaper", "search", "submissions", "feed-results", "result-list",
    "submission-list", "submission-events", "submission-samples",
}  # fmt: skip


def words_of(answers):
    """The addresses that tell the word; a search tells what was asked for."""
    return {
        a
        for a, each in answers.items()
        if WORD in text_of(each).lower() and WORD not in a
    }


def test_no_visitor_reads_a_word_that_was_not_recognised(client, everywhere):
    answers = visit(client, addresses(everywhere))

    found = {address for address, each in answers.items() if each.status_code == 200}
    assert words_of(answers) == set()
    names = {resolve(address.partition("?")[0]).url_name for address in found}
    assert names >= SHOWN
    assert not names & {"submission-file", "submission-raw"}


def test_an_account_alone_reads_no_more_than_a_visitor(client, everywhere):
    client.force_login(UserFactory())

    answers = {each: client.get(each) for each in addresses(everywhere[:1])}

    assert words_of(answers) == set()
    refused = [a for a, each in answers.items() if each.status_code != 200]
    assert [address for address in refused if "/files/" not in address] == []
    assert len(refused) == 2 * everywhere[0].files.count()


@pytest.mark.parametrize("who", ["owner", "reviewer", "staff"])
def test_who_takes_part_reads_all_of_it(client, everywhere, who):
    submission = everywhere.filter(files__tool="sysbench")[0]
    users = {
        "owner": submission.owner,
        "reviewer": ReviewerFactory(),
        "staff": UserFactory(staff=True),
    }
    client.force_login(users[who])
    file = submission.files.get(tool="sysbench")

    page = text_of(client.get(f"/submissions/{submission.pk}/"))
    told = client.get(f"/api/v1/submissions/{submission.pk}/").json()
    raw = client.get(f"/submissions/{submission.pk}/files/{file.pk}/")

    assert f"--weird={WORD}" in page
    assert file.name in page
    assert told["statement"]["command"] == COMMANDS
    assert told["settings"]["zzz_custom"] == WORD
    assert [each["name"] for each in told["files"] if WORD not in each["name"]] == []
    assert raw.content.decode() == SYSBENCH


def test_everybody_reads_what_was_recognised(client, everywhere):
    submission = everywhere.filter(files__tool="sysbench")[0]

    page = text_of(client.get(f"/submissions/{submission.pk}/"))
    told = client.get(f"/api/v1/submissions/{submission.pk}/").json()
    listed = client.get("/api/v1/submissions/").json()["results"]

    command = told["statement"]["command"]
    assert command.splitlines()[0] == (
        "sysbench oltp_read_write --tables=32 --table-size=25000 --threads=8 --time=60 run"
    )
    assert "options that are not shown" in command
    assert "--threads=8 --time=60 run" in page
    assert {each["statement"]["command"] for each in listed} == {command}
    assert told["settings"]["innodb_buffer_pool_size"] == "805306368"
    assert told["settings"]["synchronous_standby_names"] == "ANY 1 (*)"
    assert "settings that are not shown" in page
    assert told["files"][0]["printed"]["tps"] == 100
    assert told["statement"]["region"] == STATEMENT["region"]


def test_its_owner_sees_before_it_is_submitted_what_everybody_will_see(client):
    owner = UserFactory()
    draft = drafts.begin(owner, zipped(SYSBENCH, name="run.txt"))
    command = f"sysbench --{WORD}=1 --threads=8 run"
    drafts.state(draft.pk, by=owner, statement={"command": command})
    client.force_login(owner)

    page = " ".join(text_of(client.get(f"/submissions/{draft.pk}/")).split())

    assert "sysbench --threads=8 run<br># and 1 option that is not shown" in page
    assert "settings are not shown to others" in page
