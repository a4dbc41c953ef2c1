"""The submitter's pages: upload, statement, preview, and the way to a reviewer."""

import gzip
import io
import zipfile
from html import unescape

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile

from benchruns.models import Result, Submission
from benchruns.submissions.review import moves
from tests.factories import InstanceClassFactory, UserFactory
from tests.samples import SAMPLES
from tests.submission_factories import ReviewerFactory

pytestmark = pytest.mark.django_db

READ_WRITE = "sysbench-1.0-oltp-read-write.txt"
STATEMENT = {
    "provider": "alibaba-cloud",
    "instance_class": "rds.mysql.c2.xlarge",
    "vcpus": "8",
    "memory_gb": "16",
    "engine": "mysql",
    "engine_version": "8.0.25",
    "tested_on": "2026-01-20",
    "threads": "16",
    "duration_seconds": "60",
}


def sample(name=READ_WRITE):
    return SimpleUploadedFile(name, (SAMPLES / name).read_bytes())


def upload(page, *files):
    return page.post("/submissions/new/", {"files": list(files)}, follow=True)


def text_of(answer, status=200):
    assert answer.status_code == status
    return " ".join(unescape(answer.content.decode()).split())


def told(answer):
    return [str(message) for message in get_messages(answer.wsgi_request)]


@pytest.fixture
def draft(page):
    upload(page, sample())
    return Submission.objects.get()


@pytest.fixture
def stated(page, draft):
    page.post(f"/submissions/{draft.pk}/statement/", STATEMENT)
    return Submission.objects.get()


def test_visitors_see_what_is_read_and_are_asked_to_log_in(client):
    text = text_of(client.get("/submissions/"))

    assert "sysbench 0.4 – 1.1" in text
    assert "hammerdb-job-report-v1" in text
    assert 'href="/login/?next=/submissions/"' in text
    assert 'type="file"' not in text


def test_an_upload_becomes_a_draft_that_says_what_was_understood(page):
    answer = upload(page, sample())

    text = text_of(answer)
    assert answer.redirect_chain[0][0] == f"/submissions/{Submission.objects.get().pk}/"
    assert READ_WRITE in text
    assert "OLTP read/write" in text
    assert "1,193" in text
    assert "Missing for a result:" in text
    assert "Engine" in text


def test_what_is_missing_is_stated_and_a_result_previewed(page, draft):
    InstanceClassFactory(code="rds.mysql.c2.xlarge", vcpus=8, memory_gb=16)

    answer = page.post(f"/submissions/{draft.pk}/statement/", STATEMENT, follow=True)

    (result,) = Result.objects.all()
    text = text_of(answer)
    assert (result.tps, result.status, result.threads) == (1193.47, "draft", 16)
    assert "as everybody will see it" in text
    assert f'href="/results/{result.pk}/"' in text
    assert f"/engines/mysql/8.0/?draft={draft.pk}" in text


def test_a_wrong_value_is_told_at_its_field_and_nothing_typed_is_lost(page, draft):
    wrong = STATEMENT | {"tested_on": "2999-01-01", "vcpus": "many"}

    answer = page.post(f"/submissions/{draft.pk}/statement/", wrong)

    text = text_of(answer)
    assert "2 fields need a change:" in text
    assert '<a href="#id_vcpus">vCPUs</a>' in text
    assert "Give a day that has been" in text
    assert 'value="many"' in text
    assert 'value="8.0.25"' in text
    draft.refresh_from_db()
    assert draft.statement == {}


def test_pasted_settings_that_cannot_be_read_are_told_at_their_field(page, draft):
    answer = page.post(
        f"/submissions/{draft.pk}/statement/",
        STATEMENT | {"settings_text": "nothing of the kind"},
    )

    assert "nothing of the kind" in text_of(answer)
    draft.refresh_from_db()
    assert draft.statement == {}


def test_of_several_files_a_bad_one_is_told_and_keeps_no_other_out(page):
    answer = upload(page, sample(), SimpleUploadedFile("notes.txt", b"Dear Benchbook,"))

    assert Submission.objects.get().files.count() == 1
    (refusal,) = told(answer)
    assert refusal.startswith("notes.txt: ")
    assert refusal.count("Dear Benchbook,") == 1


def test_an_upload_of_nothing_readable_leaves_no_draft(page):
    answer = upload(page, SimpleUploadedFile("notes.txt", b"Dear Benchbook,"))

    text = text_of(answer, status=400)
    assert "1 file was not taken." in text
    assert "Dear Benchbook," in text
    assert not Submission.objects.exists()


def test_a_file_that_cannot_be_added_is_told_on_the_page(page, draft):
    bad = SimpleUploadedFile("notes.txt", b"Dear Benchbook,")

    answer = page.post(f"/submissions/{draft.pk}/files/", {"files": [bad]})

    assert "1 file was not taken." in text_of(answer, status=400)
    assert draft.files.count() == 1


def test_an_upload_without_a_file_says_so(page):
    assert "Choose at least one file." in text_of(upload(page), status=400)


def test_archives_are_unpacked(page):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(SAMPLES / READ_WRITE, f"runs/{READ_WRITE}")
    other = gzip.compress((SAMPLES / "sysbench-1.0-oltp-read-only.txt").read_bytes())

    answer = upload(
        page,
        SimpleUploadedFile("runs.zip", packed.getvalue()),
        SimpleUploadedFile("read-only.txt.gz", other),
    )

    assert Submission.objects.get().files.count() == 2
    assert "from runs.zip" in text_of(answer)


def test_files_are_added_and_removed(page, draft):
    address = f"/submissions/{draft.pk}/"
    more = sample("sysbench-1.0-oltp-read-only.txt")

    page.post(f"{address}files/", {"files": [more]})
    first = draft.files.get(name=READ_WRITE)
    page.post(f"{address}files/{first.pk}/remove/")

    assert [f.name for f in draft.files.all()] == ["sysbench-1.0-oltp-read-only.txt"]


def test_the_raw_file_is_a_download_and_no_page(page, draft):
    file = draft.files.get()

    answer = page.get(f"/submissions/{draft.pk}/files/{file.pk}/")

    assert answer.content == (SAMPLES / READ_WRITE).read_bytes()
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_nobody_else_sees_a_draft_or_its_files(client, draft):
    file = draft.files.get()
    for other in (UserFactory(), ReviewerFactory(), UserFactory(staff=True)):
        client.force_login(other)

        assert client.get(f"/submissions/{draft.pk}/").status_code == 404
        assert (
            client.get(f"/submissions/{draft.pk}/files/{file.pk}/").status_code == 404
        )
        assert client.post(f"/submissions/{draft.pk}/submit/").status_code == 404


def test_a_draft_is_submitted_taken_back_and_withdrawn(page, stated):
    address = f"/submissions/{stated.pk}/"

    page.post(f"{address}submit/")
    assert "In review." in text_of(page.get(address))
    page.post(f"{address}take-back/")
    assert "Save and look" in text_of(page.get(address))
    page.post(f"{address}withdraw/", {"reason": "Measured the wrong class."})

    stated.refresh_from_db()
    assert stated.state == "withdrawn"
    text = text_of(page.get(address))
    assert "Measured the wrong class." in text
    assert "It was never accepted: its results stood in no list or chart." in text
    assert "not accepted: visible to its owner and reviewers only" in text
    assert "as everybody will see it" not in text
    assert "as it will be" not in text


@pytest.mark.parametrize(
    ("move", "states"),
    [
        ("take_back", ["done", "pending", "failed"]),
        ("accept", ["done", "done", "failed"]),
    ],
)
def test_a_review_is_ticked_where_there_was_one(page, stated, user, move, states):
    moves.submit(stated.pk, by=user)
    if move == "take_back":
        moves.take_back(stated.pk, by=user)
    else:
        moves.accept(stated.pk, by=ReviewerFactory(), grade="accepted", version=1)
    moves.withdraw(stated.pk, by=user, reason="Wrong class.")

    answer = page.get(f"/submissions/{stated.pk}/")

    assert [step.state for step in answer.context["steps"]] == states
    assert ("any more" in text_of(answer)) is (move == "accept")


def test_what_has_no_result_has_no_grade(page, draft):
    def score():
        text = text_of(page.get(f"/submissions/{draft.pk}/"))
        return text.partition("Proposed score")[2].partition("</p>")[0]

    empty = score()
    page.post(f"/submissions/{draft.pk}/statement/", STATEMENT)

    assert empty == ""
    # who submits it is not asked to ask for changes
    assert "of 100, a reviewer would ask for changes" in " ".join(score().split())


def test_a_submitted_report_cannot_be_changed(page, stated, user):
    moves.submit(stated.pk, by=user)

    answer = page.post(
        f"/submissions/{stated.pk}/statement/", {"engine": "mariadb"}, follow=True
    )

    assert any("cannot be changed now" in message for message in told(answer))
    stated.refresh_from_db()
    assert stated.statement["engine"] == "mysql"


def test_an_incomplete_draft_says_what_to_put_right(page, draft):
    answer = page.post(f"/submissions/{draft.pk}/submit/", follow=True)

    assert any("Put right" in message for message in told(answer))
    draft.refresh_from_db()
    assert draft.state == "draft"


def test_a_draft_is_deleted_with_its_files_after_it_was_asked(page, draft):
    address = f"/submissions/{draft.pk}/delete/"

    assert "Its 1 file, its statement" in text_of(page.get(address))
    assert Submission.objects.exists()
    answer = page.post(address, follow=True)

    assert told(answer) == ["The draft was deleted."]
    assert not Submission.objects.exists()


def test_what_was_submitted_is_not_asked_about(page, client, stated, user):
    address = f"/submissions/{stated.pk}/delete/"
    moves.submit(stated.pk, by=user)

    assert page.get(address)["Location"] == f"/submissions/{stated.pk}/"
    client.logout()
    assert client.get(address)["Location"] == f"/login/?next={address}"


@pytest.mark.parametrize(
    "word", ["statement/", "files/", "submit/", "take-back/", "withdraw/", "comment/"]
)
def test_the_address_of_a_button_leads_to_its_page(page, draft, word):
    address = f"/submissions/{draft.pk}/"

    assert page.get(address + word)["Location"] == address
    assert page.put(address + word).status_code == 405
    assert page.get("/submissions/new/")["Location"] == "/submissions/"


def test_the_public_sees_results_and_not_who_what_was_said_or_the_files(
    client, page, stated, user
):
    moves.submit(stated.pk, by=user)
    moves.comment(stated.pk, by=user, text="Please be quick.")
    moves.accept(
        stated.pk, by=ReviewerFactory(), grade="accepted", version=1, text="Fine work."
    )
    client.logout()

    text = text_of(client.get(f"/submissions/{stated.pk}/"))

    assert "File 1" in text
    assert "1,193" in text
    said = (user.username, "Please be quick.", "Fine work.", "Proposed score")
    for secret in (*said, READ_WRITE, "Raw file"):
        assert secret not in text
    assert f"/submissions/{stated.pk}/" in text_of(client.get("/submissions/"))


def test_a_newer_report_names_the_one_that_it_replaces(page, stated, user):
    moves.submit(stated.pk, by=user)
    moves.accept(stated.pk, by=ReviewerFactory(), grade="accepted", version=1)

    page.post(
        "/submissions/new/",
        {"files": [sample("sysbench-1.0-oltp-read-only.txt")], "replaces": stated.pk},
    )
    newer = Submission.objects.exclude(pk=stated.pk).get()

    assert newer.replaces == stated
    assert "takes the place of" in text_of(page.get(f"/submissions/{newer.pk}/"))
    assert newer.statement["provider"] == "alibaba-cloud"
    assert not {"tested_on", "threads"} & set(newer.statement)
    moves.withdraw(newer.pk, by=user, reason="Not better.")
    assert "takes the place of" not in text_of(page.get(f"/submissions/{newer.pk}/"))


@pytest.mark.parametrize("named", ["nonsense", "7b0e6b0e-0000-4000-8000-000000000000"])
def test_only_an_own_accepted_report_is_replaced(page, named):
    answer = page.post(
        "/submissions/new/", {"files": [sample()], "replaces": named}, follow=True
    )

    assert len(told(answer)) == 1
    assert not Submission.objects.exists()


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_the_report_template_is_downloaded(client, kind):
    answer = client.get(f"/submissions/template.{kind}")

    assert answer.status_code == 200
    assert f"benchbook-report.{kind}" in answer["Content-Disposition"]
    assert client.get("/submissions/template.ods").status_code == 404


def test_hostile_names_are_shown_as_text(page):
    text = upload(
        page, SimpleUploadedFile("<script>alert(1)</script>.txt", sample().read())
    ).content.decode()

    assert "<script>alert" not in text


def test_the_list_asks_as_much_for_many_as_for_one(
    page, user, draft, django_assert_max_num_queries
):
    def queries():
        with django_assert_max_num_queries(40) as asked:
            page.get("/submissions/")
        return len(asked)

    once = queries()
    for number in range(3):
        text = sample().read() + b"\n" * (number + 1)
        upload(page, SimpleUploadedFile(f"{number}.txt", text))

    assert queries() == once
