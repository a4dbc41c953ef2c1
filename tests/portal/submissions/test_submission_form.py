"""The form of a draft: whatever is pressed, what was typed is kept or told."""

import csv
import io
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from benchruns.models import Result, Submission
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.review import moves
from benchruns.submissions.template import writer
from tests.factories import InstanceClassFactory
from tests.portal.submissions.test_submission_pages import (
    STATEMENT,
    sample,
    text_of,
    told,
    upload,
)
from tests.submission_factories import ReviewerFactory

pytestmark = pytest.mark.django_db

READ_ONLY = "sysbench-1.0-oltp-read-only.txt"


@pytest.fixture
def draft(page):
    upload(page, sample())
    return Submission.objects.get()


def address(draft, word=""):
    return f"/submissions/{draft.pk}/{word}"


def stored(draft):
    draft.refresh_from_db()
    return draft.statement


def field(text, name):
    """The tag of a field of the page."""
    return re.search(rf'<(?:input|select)[^>]* name="{name}"[^>]*>', text)[0]


def test_what_was_typed_is_kept_when_a_file_is_added(page, draft):
    page.post(address(draft, "files/"), {**STATEMENT, "files": [sample(READ_ONLY)]})

    assert stored(draft)["provider"] == "alibaba-cloud"
    assert draft.files.count() == 2


def test_chosen_files_are_kept_when_it_is_saved(page, draft):
    page.post(address(draft, "statement/"), {**STATEMENT, "files": [sample(READ_ONLY)]})

    assert stored(draft)["provider"] == "alibaba-cloud"
    assert draft.files.count() == 2


def test_what_was_typed_is_kept_when_a_file_is_removed(page, draft):
    file = draft.files.get()

    page.post(address(draft, f"files/{file.pk}/remove/"), STATEMENT)

    assert stored(draft)["provider"] == "alibaba-cloud"
    assert not draft.files.exists()


def test_what_was_typed_is_submitted(page, draft):
    page.post(address(draft, "submit/"), STATEMENT)

    assert stored(draft)["engine_version"] == "8.0.25"
    assert draft.state == "submitted"


@pytest.mark.parametrize("word", ["submit/", "files/", "statement/"])
def test_a_wrong_value_stops_what_was_asked_for_and_nothing_is_lost(page, draft, word):
    wrong = {**STATEMENT, "vcpus": "many", "files": [sample(READ_ONLY)]}

    answer = page.post(address(draft, word), wrong)

    text = text_of(answer)
    assert 'value="many"' in text
    assert 'data-unsaved="yes"' in text
    assert "choose them again" in text
    assert stored(draft) == {}
    assert draft.state == "draft"
    assert draft.files.count() == 1


def test_a_file_is_stated_for_alone_beside_the_rest(page, draft):
    file = draft.files.get()
    at_file = f"{address(draft)}?differs={file.pk}#file-{file.pk}"

    asked = page.post(
        address(draft, "statement/"), STATEMENT | {"differs": str(file.pk)}
    )
    assert asked["Location"] == at_file
    assert f'name="{file.pk}-tested_on"' in text_of(page.get(at_file))
    page.post(
        address(draft, "statement/"),
        STATEMENT | {"of_file": str(file.pk), f"{file.pk}-tested_on": "2026-01-21"},
    )

    assert Result.objects.get().measured_at.date().isoformat() == "2026-01-21"
    assert stored(draft)["tested_on"] == "2026-01-20"
    assert "1 thing differs for this file" in text_of(page.get(address(draft)))


def test_a_wrong_value_of_a_file_is_told_at_its_field(page, draft):
    file = draft.files.get()
    wrong = {"of_file": str(file.pk), f"{file.pk}-threads": "many"}

    text = text_of(page.post(address(draft, "submit/"), STATEMENT | wrong))

    assert 'value="many"' in text
    assert "Give a whole number" in text
    assert stored(draft) == {}


@pytest.mark.parametrize("named", ["x", "7b0e6b0e-0000-4000-8000-000000000000"])
def test_a_file_that_is_gone_keeps_nothing_back(page, draft, named):
    sent = STATEMENT | {"of_file": named, f"{named}-threads": "8"}

    page.post(address(draft, "statement/"), sent)

    assert stored(draft)["provider"] == "alibaba-cloud"
    assert page.get(f"{address(draft)}?differs={named}").status_code == 200


def test_passwords_that_were_removed_are_warned_of(page, draft):
    command = "sysbench --mysql-password=hunter2 oltp_read_write run"

    answer = page.post(
        address(draft, "statement/"), STATEMENT | {"command": command}, follow=True
    )

    assert any("Change it all the same." in message for message in told(answer))
    assert "hunter2" not in text_of(answer)


def test_what_is_needed_comes_first_and_what_is_known_is_a_hint(page, draft):
    text = text_of(page.get(address(draft)))
    first = text.partition("Needed for a review")[2].partition("</fieldset>")[0]

    assert "Still needed:" in first
    for name in ("provider", "engine", "tested_on", "vcpus", "memory_gb"):
        assert f'name="{name}"' in first
    for name in ("threads", "duration_seconds", "workload", "zone"):
        assert f'name="{name}"' not in first
    assert "16, from the tool&#x27;s output" in field(
        page.get(address(draft)).content.decode(), "threads"
    )
    assert "OLTP read/write, from the tool's output" in text


def test_a_draft_says_what_is_to_do_and_leads_to_saving_until_it_is_done(page, draft):
    html = page.get(address(draft)).content.decode()
    page.post(address(draft, "statement/"), STATEMENT)
    done = page.get(address(draft)).content.decode()

    def primary(page):
        actions = page[page.index('class="bb-actions"') :]
        (found,) = re.findall(
            r"bb-btn-primary[^>]*>([^<]*)<", actions.split("</div>")[0]
        )
        return found.strip()

    checks = html[html.index('id="missing"') :]
    assert "to do" in checks.split("</section>")[0]
    assert "failed" not in text_of_checks(checks)
    assert (primary(html), primary(done)) == ("Save", "Submit for review")
    assert 'id="rating"' not in html
    assert 'id="rating"' in done
    assert "Withdraw it" not in done


def text_of_checks(html):
    return re.sub("<[^>]*>", " ", html.split("</section>")[0])


def test_what_only_some_files_lack_is_needed_for_these(page, draft):
    lines = sample().read().splitlines(keepends=True)
    silent = b"".join(line for line in lines if b"thds:" not in line)
    page.post(
        address(draft, "files/"), {"files": [SimpleUploadedFile("b.txt", silent)]}
    )

    text = text_of(page.get(address(draft)))

    assert 'Threads <span class="bb-unit-head">needed for b.txt</span>' in text
    assert 'Engine <span class="bb-unit-head">needed</span>' in text


def test_groups_without_anything_stated_are_folded(page, draft):
    folded = text_of(page.get(address(draft)))
    drafts.state(draft.pk, by=draft.owner, statement={"zone": "h"})
    stated = text_of(page.get(address(draft)))

    server = "<summary>The server "
    assert f'<details class="bb-more bb-group-fold">{server}' in folded
    assert f'<details class="bb-more bb-group-fold" open>{server}' in stated


def test_a_comment_that_was_begun_stays_when_it_is_saved(page, draft, user):
    page.post(address(draft, "submit/"), STATEMENT)
    moves.request_changes(draft.pk, by=ReviewerFactory(), text="More.", version=1)

    saved = page.post(
        address(draft, "statement/"), STATEMENT | {"comment": "I will.", "zone": "h"}
    )
    sent = page.post(address(draft, "comment/"), STATEMENT | {"comment": "Here."})

    assert "I will.</textarea>" in text_of(saved)
    assert 'data-unsaved="yes"' in text_of(saved)
    assert sent.status_code == 302
    texts = list(draft.events.filter(step="commented").values_list("text", flat=True))
    assert texts == ["Here."]
    assert "zone" not in stored(draft)


def test_a_comment_goes_to_the_reviewers_with_what_is_submitted(page, draft):
    rita = ReviewerFactory()
    page.post(address(draft, "submit/"), STATEMENT)
    moves.request_changes(draft.pk, by=rita, text="More.", version=1)

    sent = page.post(address(draft, "submit/"), STATEMENT | {"comment": "Here it is."})

    assert sent.status_code == 302
    last = draft.events.order_by("id").last()
    assert (last.step, last.text) == ("submitted", "Here it is.")
    page.force_login(rita)
    assert "Here it is." in text_of(page.get("/notices/"))


@pytest.mark.parametrize(
    ("word", "undone"),
    [
        ("submit/", "It was not submitted."),
        ("comment/", "The comment was not sent."),
        ("files/{file}/remove/", "The file was not removed."),
    ],
)
def test_what_is_not_done_for_a_wrong_value_is_told(page, draft, word, undone):
    page.post(address(draft, "submit/"), STATEMENT)
    moves.request_changes(draft.pk, by=ReviewerFactory(), text="More.", version=1)
    file = draft.files.get()
    typed = STATEMENT | {"vcpus": "many", "comment": "I say."}

    wrong = page.post(address(draft, word.format(file=file.pk)), typed)

    assert undone in told(wrong)
    assert "I say.</textarea>" in text_of(wrong)
    assert draft.files.exists()


def test_a_comment_that_was_begun_outlives_a_bad_file(page, draft):
    page.post(address(draft, "submit/"), STATEMENT)
    moves.request_changes(draft.pk, by=ReviewerFactory(), text="More.", version=1)
    files = [sample(READ_ONLY), SimpleUploadedFile("notes.txt", b"Dear Benchbook,")]

    answer = page.post(
        address(draft, "submit/"), STATEMENT | {"files": files, "comment": "I say."}
    )

    assert "I say.</textarea>" in text_of(answer)
    assert told(answer)[-2] == "It was not submitted."
    assert told(answer)[-1].startswith("notes.txt: ")
    assert draft.files.count() == 2
    assert stored(draft)["provider"] == "alibaba-cloud"
    assert draft.state == "changes_requested"


def test_the_first_button_of_the_form_saves(page, draft):
    """Enter in a field presses it."""
    text = text_of(page.get(address(draft)))

    buttons = re.findall(r'<button[^>]* form="edit"[^>]*>', text)
    assert "formaction" not in buttons[0]
    assert text.index(buttons[0]) < text.index('id="edit"')


def test_a_draft_is_called_by_its_first_file(page, draft):
    assert f"Report of {draft.created_at:%Y-%m-%d}, {sample().name}" in text_of(
        page.get("/submissions/")
    )


def test_what_is_taken_is_told_where_files_are_dropped(page):
    assert "20 files at most, 64 when packed; 16 MB each" in text_of(
        page.get("/submissions/")
    )


def test_wrong_cells_of_a_report_template_are_a_list(page):
    lines = io.StringIO()
    report = csv.DictWriter(lines, fieldnames=next(csv.reader([writer.csv_text()])))
    report.writeheader()
    report.writerow({"workload": "tpcc", "tps": "fast", "threads": "many"})
    file = SimpleUploadedFile("report.csv", lines.getvalue().encode())

    text = text_of(upload(page, file), status=400)

    assert "2 cells cannot be used." in text
    assert text.count("Give a whole number") == 1
    assert re.search(r"<li><b>\w+2[^<]*</b> Give a whole number", text)


def test_many_files_make_no_long_page(page, draft):
    more = [
        SimpleUploadedFile(f"{n}.txt", sample().read() + b"\n" * n) for n in range(1, 4)
    ]
    page.post(address(draft, "files/"), {"files": more})

    text = text_of(page.get(address(draft)))

    assert text.count("State what differs for this file") == 4
    assert "-tested_on" not in text


SOLD = {
    "provider__slug": "alibaba-cloud",
    "code": "rds.mysql.c2.xlarge",
    "vcpus": 8,
    "memory_gb": 16,
    "storage_type": "local SSD",
    "iops": 12_000,
}


def help_of(html, name):
    """What stands below a field."""
    below = html.partition(f' name="{name}"')[2]
    return re.sub("<[^>]*>", "", below.partition("</p>")[0].partition(">")[2]).strip()


def test_a_class_of_the_catalogue_fills_in_what_is_known_of_it(page, draft):
    InstanceClassFactory(**SOLD)
    unsized = {k: v for k, v in STATEMENT.items() if k not in ("vcpus", "memory_gb")}

    page.post(address(draft, "statement/"), unsized)

    html = text_of(page.get(address(draft)))
    hints = {
        "vcpus": "8",
        "memory_gb": "16 GB",
        "storage": "local SSD",
        "iops": "12,000",
    }
    for name, value in hints.items():
        assert f'placeholder="{value}, from the catalogue"' in field(html, name)
    assert "vcpus" not in stored(draft)
    assert "Still needed" not in html
    assert Result.objects.get().vcpus == 8


def test_what_the_catalogue_says_otherwise_is_told_at_the_field_and_changes_nothing(
    page, draft
):
    InstanceClassFactory(**SOLD)

    page.post(address(draft, "statement/"), STATEMENT | {"vcpus": "4"})

    html = page.get(address(draft)).content.decode()
    told = "The catalogue says 8; what is stated here counts."
    assert help_of(html, "vcpus") == told
    assert 'value="4"' in field(html, "vcpus")
    assert html.count("bb-field-caution") == 1
    wrong = page.post(address(draft, "statement/"), STATEMENT | {"vcpus": "many"})
    assert told not in text_of(wrong)


def test_what_a_tool_printed_otherwise_is_told_at_the_field(page, draft):
    page.post(address(draft, "statement/"), STATEMENT | {"threads": "32"})

    told = help_of(text_of(page.get(address(draft))), "threads")

    assert told.startswith("The tool's output says 16, and that counts.")


def test_the_script_of_the_form_knows_the_classes(page, draft):
    InstanceClassFactory(**SOLD)

    html = page.get(address(draft)).content.decode()

    spec = json.loads(
        html.partition('id="known-classes"')[2]
        .partition(">")[2]
        .partition("</script>")[0]
    )
    [sold] = spec["classes"]
    assert (sold["code"], sold["providers"][0]) == (SOLD["code"], "alibaba-cloud")
    assert sold["stated"]["memory_gb"] == [16, "16 GB"]
    assert spec["words"]["hint"] == "{value}, from the catalogue"
