"""Pages and files for somebody: no cache on the way keeps them for the next reader.

``test_hostile_names`` has each page that names who is logged in.
"""

import pytest

from portal.models import ApiToken, TokenScope
from tests.factories import OutputFactory, SampleFactory
from tests.looks.caches import words_of
from tests.portal.comparisons.comparing import own_sweep
from tests.portal.runs.run_pages.measured import measured_run
from tests.submission_factories import SubmissionFactory, SubmittedFileFactory


@pytest.fixture
def run(user):
    run = measured_run(owner=user)
    SampleFactory(run=run)
    OutputFactory(attempt=run.attempts.get())
    return run


def private_files(run, user):
    """Every kind of file that pages give of what one alone may see."""
    (swept,), *_others = own_sweep(user, threads=[8, 16], tps=[100, 200])
    report = SubmittedFileFactory(submission=SubmissionFactory(owner=user))
    compare = f"/compare/?result={run.result.pk}&result={swept.pk}"
    return [
        f"/runs/{run.pk}/pdf/",
        f"/runs/{run.pk}/samples.csv",
        f"/runs/{run.pk}/output/",
        f"/sweeps/{swept.run.sweep_id}/repeats.csv",
        f"/results/{run.result.pk}/?format=csv",
        *(f"{compare}&format={name}" for name in ("csv", "json", "md", "svg", "pdf")),
        "/trends/?format=csv",
        f"/submissions/{report.submission_id}/files/{report.pk}/",
    ]


def test_no_cache_keeps_a_file_that_is_private(page, run, user):
    for address in private_files(run, user):
        answer = page.get(address)

        assert answer.status_code == 200, address
        assert not answer["Content-Type"].startswith("text/html"), address
        assert {"private", "no-store"} <= words_of(answer), address


@pytest.mark.parametrize("place", ["", "samples/", "output/", "events/"])
def test_no_cache_keeps_what_the_api_tells_of_a_private_run(client, run, user, place):
    key = "k" * 40
    ApiToken.issue(user, name="ci", scope=TokenScope.READ, key=key)

    answer = client.get(
        f"/api/v1/runs/{run.pk}/{place}", headers={"authorization": f"Token {key}"}
    )

    assert answer.status_code == 200
    assert {"private", "no-store"} <= words_of(answer)


def test_what_everybody_may_read_may_be_kept(client, published):
    answer = client.get("/engines/mysql/8.0/?format=csv")

    assert answer.status_code == 200
    assert not {"private", "no-store"} & words_of(answer)


@pytest.mark.parametrize("part", ["suggestions/?q=mysql", "?q=mysql"])
def test_no_cache_keeps_what_a_search_answers_to_who_is_logged_in(page, part):
    answer = page.get(f"/search/{part}")

    assert answer.status_code == 200
    assert {"private", "no-store"} <= words_of(answer)


def test_a_page_for_everybody_may_be_kept(client, published):
    assert not {"private", "no-store"} & words_of(client.get("/results/"))
