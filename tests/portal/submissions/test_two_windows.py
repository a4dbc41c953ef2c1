"""One draft open in two windows: what either typed is kept, or told to be in conflict."""

from html import unescape
from html.parser import HTMLParser

import pytest

from benchruns.models import Submission
from benchruns.submissions.drafts import changes as drafts
from tests.portal.submissions.test_submission_pages import (
    STATEMENT,
    sample,
    text_of,
    upload,
)
from tests.submission_files import SETTINGS

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

OTHER_SETTINGS = SETTINGS.replace("300", "500")


@pytest.fixture
def draft(page):
    upload(page, sample())
    return Submission.objects.get()


class _Sent(HTMLParser):
    """What a browser sends of the fields of a form, as they stand in the page."""

    def __init__(self):
        super().__init__()
        self.fields = {}
        self.filled = ""

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "input" and given.get("type") != "file":
            self.fields[given.get("name")] = given.get("value", "")
        elif tag in ("textarea", "select"):
            self.filled = given["name"]
            self.fields[self.filled] = ""
        elif tag == "option" and self.filled and "selected" in given:
            self.fields[self.filled] = given["value"]

    def handle_data(self, data):
        if self.filled and self.get_starttag_text().startswith("<textarea"):
            self.fields[self.filled] += data.strip()

    def handle_endtag(self, tag):
        if tag in ("textarea", "select"):
            self.filled = ""


def fields_of(answer):
    form = answer.content.decode().partition('id="edit"')[2].partition("</form>")[0]
    reader = _Sent()
    reader.feed(form)
    return reader.fields


def window(page, draft, query=""):
    """The fields of the page, opened now."""
    return fields_of(page.get(f"/submissions/{draft.pk}/{query}"))


def save(page, draft, fields):
    return page.post(f"/submissions/{draft.pk}/statement/", fields)


def conflicts(answer):
    return [
        (each.label, each.kept, each.typed)
        for each in answer.context["typed"].conflicts
    ]


def test_what_each_window_typed_is_kept(page, draft):
    one, other = window(page, draft), window(page, draft)

    save(page, draft, one | STATEMENT)
    answer = save(page, draft, other | {"credit": "Ann", "vcpus": "8"})

    draft.refresh_from_db()
    assert answer.status_code == 302
    assert draft.credit == "Ann"
    assert draft.statement["provider"] == "alibaba-cloud"
    assert draft.statement["vcpus"] == 8


def test_what_another_window_took_away_does_not_come_back(page, draft):
    save(page, draft, STATEMENT | {"command": "sysbench \\\r\n run", "zone": "h"})
    one, other = window(page, draft), window(page, draft)

    save(page, draft, one | {"command": "", "zone": "", "memory_gb": "32"})
    save(page, draft, other | {"credit": "Ann"})

    draft.refresh_from_db()
    assert not {"command", "zone"} & set(draft.statement)
    assert (draft.statement["memory_gb"], draft.credit) == (32, "Ann")


def test_a_field_that_both_windows_changed_is_told_and_nothing_else(page, draft):
    one, other = window(page, draft), window(page, draft)
    save(page, draft, one | STATEMENT)

    for word in ("statement/", "submit/"):
        answer = page.post(
            f"/submissions/{draft.pk}/{word}", other | {"provider": "aws", "zone": "h"}
        )

        text = text_of(answer, status=409)
        assert "changed in another window too" in text
        assert "<td>alibaba-cloud</td><td>aws</td>" in text
        assert conflicts(answer) == [("Provider", "alibaba-cloud", "aws")]
        draft.refresh_from_db()
        assert draft.statement["provider"] == "alibaba-cloud"
        assert "zone" not in draft.statement

    again = fields_of(answer)
    assert again["engine_version"] == "8.0.25"
    assert save(page, draft, again).status_code == 302
    draft.refresh_from_db()
    assert draft.statement["provider"] == "aws"
    assert draft.statement["zone"] == "h"
    assert draft.statement["engine_version"] == "8.0.25"


def test_a_wrong_value_does_not_make_old_what_another_window_kept(page, draft):
    one, other = window(page, draft), window(page, draft)
    save(page, draft, one | STATEMENT)

    wrong = save(page, draft, other | {"zone": "h", "nodes": "many"})
    save(page, draft, fields_of(wrong) | {"nodes": ""})

    draft.refresh_from_db()
    assert draft.statement["zone"] == "h"
    assert draft.statement["provider"] == "alibaba-cloud"


def test_an_old_page_that_says_the_same_is_taken(page, draft):
    sent = (
        window(page, draft)
        | STATEMENT
        | {"command": "sysbench --mysql-password=S3cret run", "memory_gb": "16.0"}
        | {"settings_text": SETTINGS, "credit": " Ann  B "}
    )

    for _press in range(2):
        assert save(page, draft, sent).status_code == 302


def test_settings_that_both_windows_pasted_are_told(page, draft):
    one, other = window(page, draft), window(page, draft)
    save(page, draft, one | {"settings_text": SETTINGS})

    answer = save(page, draft, other | {"settings_text": OTHER_SETTINGS})

    assert answer.status_code == 409
    ((label, kept, pasted),) = conflicts(answer)
    assert (label, pasted) == ("Settings of the server", OTHER_SETTINGS)
    assert kept == f"{len(SETTINGS.splitlines()) - 1} settings"
    draft.refresh_from_db()
    assert draft.parameter_settings["max_connections"] == "300"
    again = fields_of(answer) | {"settings_text": OTHER_SETTINGS}
    assert save(page, draft, again).status_code == 302
    draft.refresh_from_db()
    assert draft.parameter_settings["max_connections"] == "500"


def test_settings_that_one_window_pasted_stay(page, draft):
    one, other = window(page, draft), window(page, draft)

    save(page, draft, one | {"settings_text": SETTINGS})
    answer = save(page, draft, other | {"zone": "h"})

    draft.refresh_from_db()
    assert answer.status_code == 302
    assert draft.parameter_settings["max_connections"] == "300"


def test_the_fields_of_one_file_are_joined_alike(page, draft):
    file = draft.files.get()
    query = f"?differs={file.pk}"
    one, other = window(page, draft, query), window(page, draft, query)
    save(page, draft, one | {f"{file.pk}-threads": "32"})

    kept = save(page, draft, other | {f"{file.pk}-tested_on": "2026-01-21"})
    told = save(page, draft, other | {f"{file.pk}-threads": "64"})

    file.refresh_from_db()
    assert kept.status_code == 302
    assert file.statement == {"threads": 32, "tested_on": "2026-01-21"}
    assert conflicts(told) == [("Threads", "32", "64")]


@pytest.mark.parametrize("made_of", ["{", "[]", "[" * 100_000, '{"zone": [1]}', "7"])
def test_a_page_that_was_meddled_with_undoes_nothing(page, draft, made_of):
    drafts.state(draft.pk, by=draft.owner, statement={"zone": "h"})

    untouched = save(page, draft, {"made_of": made_of, "credit": "Ann"})
    changed = save(page, draft, {"made_of": made_of, "zone": "k"})

    draft.refresh_from_db()
    assert draft.statement["zone"] == "h"
    assert changed.status_code == 409
    assert untouched.status_code in (302, 409)


def test_what_the_page_was_made_of_is_no_markup(page, draft):
    drafts.state(draft.pk, by=draft.owner, credit='"><i>')

    html = page.get(f"/submissions/{draft.pk}/").content.decode()

    assert '"><i>' not in html
    assert '"credit": "\\"><i>"' in unescape(html)
