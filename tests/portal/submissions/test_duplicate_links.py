"""Where the same text or the same figures stand, as a link for who may follow it."""

import re

import pytest

from benchruns.models import Submission
from benchruns.submissions.drafts import changes as drafts
from tests.factories import NOON, UserFactory
from tests.portal.submissions.test_submission_pages import text_of
from tests.submission_factories import ReviewerFactory
from tests.submission_files import sysbench_text, uploaded

pytestmark = pytest.mark.django_db


def begun(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    stated = {"engine": "mysql", "engine_version": "8.0"}
    return drafts.state(draft.pk, by=owner, statement=stated)


def submitted(draft):
    Submission.objects.filter(pk=draft.pk).update(
        state="submitted", version=1, submitted_at=NOON
    )
    return draft


def links(client, submission, to):
    """How often each part of the page leads there."""
    text = text_of(client.get(f"/submissions/{submission.pk}/"))
    return [
        len(re.findall(f'href="{re.escape(to)}"', part))
        for part in (
            text.partition('id="files"')[2].partition("</article>")[0],
            text.partition('id="preview"')[2].partition("</article>")[0],
            text.partition("Automatic checks")[2].partition("</section>")[0],
        )
    ]


def test_ones_own_earlier_report_is_linked(page, user):
    first, second = submitted(begun(user)), begun(user)
    result = first.results.get()

    assert links(page, second, f"/submissions/{first.pk}/") == [1, 0, 1]
    assert links(page, second, f"/results/{result.pk}/") == [0, 1, 1]


def test_where_the_same_stands_is_called_by_load_and_day(page, user):
    first, other = submitted(begun(user)), submitted(begun(user))
    third = begun(user)

    html = page.get(f"/submissions/{third.pk}/").content.decode()

    day = f"{first.created_at:%Y-%m-%d}"
    title = f"OLTP read/write on MySQL 8.0, {day}"
    for each in (first, other):
        result = each.results.get()
        assert f">{title}, {str(each.pk)[:8]}</a>" in html
        assert f">OLTP read/write, MySQL 8.0, {str(result.pk)[:8]}</a>" in html


def test_a_draft_of_ones_own_is_linked_and_no_check_counts_it(page, user):
    first, second = begun(user), begun(user)

    assert links(page, second, f"/submissions/{first.pk}/") == [1, 0, 0]
    assert links(page, second, f"/results/{first.results.get().pk}/") == [0, 1, 0]


def test_anothers_report_is_linked_for_reviewers_alone(client):
    owner = UserFactory()
    first, second = submitted(begun(UserFactory())), submitted(begun(owner))
    to = f"/submissions/{first.pk}/"

    client.force_login(owner)
    assert links(client, second, to) == [0, 0, 0]
    client.force_login(ReviewerFactory())
    assert links(client, second, to) == [1, 0, 1]
