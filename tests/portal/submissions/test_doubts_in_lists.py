"""A figure in doubt stands in no list of reports bare, nor before one that is sure."""

import re

import pytest

from benchruns.models import Submission
from benchruns.vocabulary import Severity
from tests.factories import SHORT, InstanceClassFactory, ResultFactory
from tests.portal.web.test_overview import text_of
from tests.submission_factories import (
    ReviewerFactory,
    SubmissionFactory,
    SubmittedResultFactory,
)

pytestmark = pytest.mark.django_db

DOUBTED = {"tps": 98_761, "findings": [SHORT]}
SAID = "4 s"


def pages(client, one):
    yield client.get("/submissions/")
    client.force_login(one.owner)
    yield client.get("/submissions/")


def test_lists_of_reports_lead_with_what_is_sure(client):
    one = SubmissionFactory(accepted=True)
    for facts in (DOUBTED, {"tps": 555}):
        SubmittedResultFactory(submission=one, **facts)

    for page in pages(client, one):
        assert "555 TPS" in text_of(page)
        assert "98,761" not in text_of(page)


def test_where_all_is_in_doubt_the_figure_says_so(client):
    one = SubmissionFactory(accepted=True)
    SubmittedResultFactory(submission=one, **DOUBTED)

    for page in pages(client, one):
        html = page.content.decode()
        assert html.count("98,761 TPS") == html.count(
            '98,761 TPS<span class="bb-dagger"'
        )
        assert SAID in text_of(page)
        assert "† is in doubt: its page says why." in text_of(page)


def test_the_queue_says_what_is_in_doubt_of_the_figures(client):
    one = SubmissionFactory(submitted=True)
    SubmittedResultFactory(draft=True, submission=one, **DOUBTED)
    client.force_login(ReviewerFactory())

    page = client.get("/submissions/review/")
    assert 'class="bb-dagger"' in page.content.decode()
    assert SAID in text_of(page)

    SubmittedResultFactory(draft=True, submission=one, tps=999)
    assert Submission.objects.count() == 1
    assert "1 of 2 in doubt" in text_of(client.get("/submissions/review/"))


def test_a_report_is_set_in_ratio_to_no_row_of_another_test(client):
    row = ResultFactory(tps=1000, regime="cached", duration_s=60)
    one = SubmissionFactory(accepted=True)
    SubmittedResultFactory(
        submission=one, tps=28_380, instance_class=row.instance_class,
        provider=row.provider, engine=row.engine, engine_version=row.engine_version,
        workload=row.workload, regime="cached", duration_s=4, findings=[SHORT],
    )  # fmt: skip

    text = text_of(client.get(f"/submissions/{one.pk}/"))

    assert "Row of the same class" in text
    assert "28.38" not in text
    assert "– different tests: duration" in text


def test_a_row_that_measures_something_else_says_why_it_has_no_ratio(client):
    of_class = InstanceClassFactory()
    load = {"instance_class": of_class, "provider": of_class.provider}
    load |= {"engine": "mysql", "engine_version": "8.0", "workload": "oltp_read_write"}
    ResultFactory(tps=None, qps=None, tpm=None, latency_p95_ms=9.0, **load)
    one = SubmissionFactory(accepted=True)
    SubmittedResultFactory(submission=one, tps=500, **load)

    text = text_of(client.get(f"/submissions/{one.pk}/"))

    assert "– – no figure that both have" in text


@pytest.mark.parametrize("state", ["accepted", "submitted"])
def test_a_preview_and_a_report_say_at_the_figure_what_is_in_doubt_of_it(client, state):
    """Four daggers stood there, and the sentence below chart and table."""
    one = SubmissionFactory(**{state: True})
    facts = {"draft": True} if state == "submitted" else {}
    SubmittedResultFactory(submission=one, latency_p95_ms=9.0, **DOUBTED, **facts)
    client.force_login(ReviewerFactory())

    html = client.get(f"/submissions/{one.pk}/").content.decode()
    facts = html.split("bb-preview-facts")[1].split("</dl>")[0]

    assert facts.count('class="bb-dagger"') > 1
    (first,) = re.findall(r'<dd class="bb-doubt">(.*?)</dd>', facts, re.DOTALL)
    assert SAID in first
    assert facts.index("bb-doubt") < facts.index("</div>")


@pytest.mark.parametrize("state", ["accepted", "submitted"])
def test_a_figure_names_all_that_is_in_doubt_of_it_as_a_run_s_page_does(client, state):
    one = SubmissionFactory(**{state: True})
    loopback = {"code": "loopback", "severity": Severity.CAUTION, "values": {}}
    row = SubmittedResultFactory(
        submission=one, tps=98_761, findings=[SHORT, loopback],
        draft=state == "submitted",
    )  # fmt: skip
    client.force_login(ReviewerFactory())

    told = "Client and server shared a machine, or had a tunnel, only 4 s measured."
    page = client.get(f"/submissions/{one.pk}/").content.decode()
    facts = page.split("bb-preview-facts")[1].split("</dl>")[0]
    figures = [facts, client.get(f"/results/{row.pk}/").content.decode()]
    if state == "submitted":
        figures += [page.split("<h3>Figures</h3>")[1].split("</table>")[0]]
        figures += [client.get("/submissions/review/").content.decode()]

    for shown in figures:
        assert re.findall(r'class="bb-dagger" title="([^"]*)"', shown)[0] == told
    assert "The command reaches the server" in page  # its finding, in full
