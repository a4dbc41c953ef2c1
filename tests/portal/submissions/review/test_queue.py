"""The queue of reviewers: what it has, for whom, in which order, at what cost."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchruns.models import Submission
from benchruns.submissions.review import moves
from tests.benchruns.submissions.review.under_review import accept, draft, submitted
from tests.factories import InstanceClassFactory, UserFactory
from tests.portal.submissions.review.rated import QUEUE, rated
from tests.portal.web.test_overview import text_of

pytestmark = pytest.mark.django_db


def test_only_reviewers_see_the_queue(client):
    anonymous = client.get(QUEUE)
    client.force_login(UserFactory(staff=True))
    staff = client.get(QUEUE)
    client.force_login(UserFactory(is_superuser=True))

    assert anonymous["Location"] == f"/login/?next={QUEUE}"
    assert staff.status_code == 403
    assert client.get(QUEUE).status_code == 200


def test_an_empty_queue_says_so(client, rita):
    assert "Nothing waits for you." in text_of(client.get(QUEUE))


def test_the_queue_tells_what_waits_longest_waiting_first(client, rita, ann):
    code = InstanceClassFactory(code="mysql.n2.large.1")
    first = rated(owner=ann)
    first.results.update(instance_class=code, tps=1193.2, latency_p95_ms=36.9)
    second = submitted(owner=ann)
    moves.request_changes(second.pk, by=rita, text="More.", version=1)
    moves.submit(second.pk, by=ann)

    answer = client.get(QUEUE)

    text = text_of(answer)
    ids = [line.submission.pk for line in answer.context["lines"]]
    assert ids == [first.pk, second.pk]
    assert "OLTP read/write on MySQL 8.0, mysql.n2.large.1" in text
    assert "by ann" in text
    assert "1,193 TPS, Latency p95 36.9 ms, 8 threads" in text
    assert "2 cautions 1 note 1 passed" in text
    assert "83 of 100 excellent" in text
    assert [line.submission.version for line in answer.context["lines"]] == [1, 2]


def test_the_queue_tells_how_long_each_has_waited(client, rita):
    one = rated()
    for seconds, waited in ((1, r"\d+ s"), (3 * 3600 + 300, r"3\sh\s5\smin")):
        at = timezone.now() - timedelta(seconds=seconds)
        Submission.objects.filter(pk=one.pk).update(submitted_at=at)
        answer = client.get("/submissions/review/")

        assert "Waiting for" in text_of(answer)
        assert re.search(rf">\s*{waited}\s*</time>", answer.content.decode())


def test_of_several_results_the_queue_tells_the_span(client, rita):
    one = submitted()
    result = one.results.get()
    result.pk, result.submitted_row, result.tps = None, 1, 250.0
    result.save()

    assert "100 to 250 TPS" in text_of(client.get(QUEUE))


def test_ones_own_report_is_not_in_the_queue(client, rita):
    submitted(owner=rita)
    draft()

    assert client.get(QUEUE).context["lines"] == []


def test_the_queue_tells_what_one_has_decided(client, rita):
    moves.reject(submitted().pk, by=rita, text="No.", version=1)
    accept(submitted())  # by somebody else

    answer = client.get(QUEUE)

    assert len(answer.context["decided"]) == 1
    assert "Decided by you lately" in text_of(answer)
    assert "rejected" in text_of(answer)


def test_the_queue_costs_the_same_however_long(client, rita):
    def queries():
        client.get(QUEUE)
        with CaptureQueriesContext(connection) as caught:
            client.get(QUEUE)
        return len(caught)

    rated()
    moves.reject(submitted().pk, by=rita, text="No.", version=1)
    few = queries()
    for _more in range(5):
        rated()
        moves.reject(submitted().pk, by=rita, text="No.", version=1)

    assert queries() == few


def test_the_menu_leads_reviewers_to_the_queue(client, rita):
    assert f'href="{QUEUE}"' in client.get("/").content.decode()
    client.force_login(UserFactory())
    assert f'href="{QUEUE}"' not in client.get("/").content.decode()
