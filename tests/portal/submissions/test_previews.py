"""The results of a report on its page: a section a load, and what is said of it once."""

import re

import pytest

from benchruns.submissions.drafts import changes as drafts
from tests.benchruns.submissions.checks.checked import class_of, published, submission
from tests.factories import CampaignFactory, ProviderFactory
from tests.submission_factories import SubmissionFactory, SubmittedResultFactory
from tests.submission_files import STATEMENT, sysbench_text

pytestmark = pytest.mark.django_db

NO_DATA = STATEMENT.keys() - {"tables", "table_size", "command"}


@pytest.fixture
def small():
    provider = ProviderFactory(slug="alibaba-cloud", name="Alibaba Cloud")
    return class_of(provider, "rds.mysql.t1.small", vcpus=1, memory_gb=1)


def preview_of(client, one):
    """The part of its page, and its articles."""
    client.force_login(one.owner)
    html = client.get(f"/submissions/{one.pk}/").content.decode()
    part = html.partition('id="preview"')[2].partition("</section>")[0]
    return part, re.findall(r"<article.*?</article>", part, re.DOTALL)


def words(html):
    return " ".join(re.sub("<[^>]*>", " ", html).split())


def said(html, message):
    """Of whom each line says so."""
    lines = map(words, re.findall('<li class="bb-said.*?</li>', html, re.DOTALL))
    named = (re.match(rf"caution (.*?){message}", line) for line in lines)
    return [found[1].strip() for found in named if found]


def headings(articles):
    return [words(re.search("<h3>.*?</h3>", each, re.DOTALL)[0]) for each in articles]


def test_repeats_of_one_load_are_rows_of_one_table_with_their_median(client):
    made = submission(*(sysbench_text(tps=tps) for tps in (100, 120, 90)))

    _part, articles = preview_of(client, made)

    [article] = articles
    table = article.partition('class="bb-table bb-repeats"')[2].partition("</table>")[0]
    body, _, foot = table.partition("<tfoot>")
    assert [words(row) for row in re.findall("<tr>.*?</tr>", body, re.DOTALL)][1:] == [
        "Repeat 1 run-0.txt 100 2,000 160 80",
        "Repeat 2 run-1.txt 120 2,400 133 66.7",
        "Repeat 3 run-2.txt 90 1,800 178 88.9",
    ]
    assert words(foot) == "Median of 3 100 2,000 160 80"
    for result in made.results.all():
        assert f'href="/results/{result.pk}/"' in table


def test_readers_are_told_of_repeats_that_disagree_and_of_others_nothing(client):
    made = SubmissionFactory(accepted=True)
    apart, alike = (
        [
            SubmittedResultFactory(submission=made, threads=threads, tps=tps)
            for tps in speeds
        ]
        for threads, speeds in ((8, (113, 118, 219)), (16, (200, 201)))
    )
    told = "The 3 repeats differ by 90 % of their median: 113 to 219 TPS."

    html = client.get(f"/submissions/{made.pk}/").content.decode()
    pages = [
        client.get(f"/results/{each[0].pk}/").content.decode()
        for each in (apart, alike)
    ]

    assert html.count(told) == 1
    assert [page.count(told) for page in pages] == [1, 0]
    assert "repeats differ by" not in pages[1]


def test_an_excluded_repeat_counts_in_no_median(client):
    made = SubmissionFactory(accepted=True)
    rows = [SubmittedResultFactory(submission=made, tps=tps) for tps in (10, 20, 900)]
    client.force_login(made.owner)
    client.post(f"/results/{rows[2].pk}/exclude/", {"reason": "Another server."})

    _part, [article] = preview_of(client, made)

    assert "Median of 2 15" in words(article)
    assert "<s>900</s>" in article


def test_the_median_of_repeats_is_held_against_the_rows_of_the_class(client, small):
    minute = {
        "parameters": {"duration_seconds": 60},
        "tables": 32,
        "table_size": 25_000,
    }
    published(small, tps=80.0, **minute)

    made = submission(*(sysbench_text(tps=tps) for tps in (100, 150, 90)))

    _part, [article] = preview_of(client, made)
    assert article.count("Row of the same class") == 1
    assert "The median over it" in article
    assert "vendor MySQL 8.0, cached, 8 threads Compare 80 TPS 1.25" in words(article)


def test_what_all_repeats_share_is_said_once_and_of_others_which(client):
    """Sixteen seconds are less than a minute; each file said so as well."""
    made = submission(
        *(sysbench_text(tps=90 + n, seconds=16) for n in range(2)),
        sysbench_text(tps=95, seconds=20),
    )

    part, [article] = preview_of(client, made)
    client.force_login(made.owner)
    files = client.get(f"/submissions/{made.pk}/").content.decode()
    files = files.partition('id="files"')[2].partition("</section>")[0]

    assert said(article, "Measured for 16 s") == ["Repeats 1, 2:"]
    assert said(article, "Measured for 20 s") == ["Repeat 3:"]
    assert said(article, "Client and server") == said(part, "Client and server")
    assert "Measured for" not in files


def test_what_all_loads_share_is_said_once_above_them(client):
    made = submission(*(sysbench_text(threads=n, seconds=16) for n in (8, 16)))

    part, articles = preview_of(client, made)

    assert said(part, "Measured for 16 s") == [""]
    assert "All 2 results" in words(part.partition("<article")[0])
    assert [said(each, "Measured for 16 s") for each in articles] == [[], []]


def test_loads_are_titled_by_what_differs_between_them(client):
    made = submission(
        *(sysbench_text(tps=100 + n) for n in range(2)),
        sysbench_text(tps=200, threads=16),
        statement={name: STATEMENT[name] for name in NO_DATA},
    )
    _first, second, _third = made.files.order_by("name")
    alike = preview_of(client, made)[1]
    for file, rows in ((_first, 25_000), (second, 50_000)):
        stated = {"tables": 32, "table_size": rows}
        drafts.state_file(made.pk, by=made.owner, file_id=file.pk, statement=stated)

    apart = preview_of(client, made)[1]

    assert headings(alike) == [
        "OLTP read/write, 8 threads",
        "OLTP read/write, 16 threads",
    ]
    assert headings(apart) == [
        "OLTP read/write, 8 threads, 0.8 M rows",
        "OLTP read/write, 8 threads, 1.6 M rows",
        "OLTP read/write, 16 threads",
    ]


def test_a_chart_has_two_figures_or_is_not_there(client, small):
    def has_chart(*tps):
        made = submission(*(sysbench_text(tps=each) for each in tps))
        return "<canvas" in preview_of(client, made)[0]

    # of other threads: it has another place in the chart
    published(small, tps=100.0, measured=True, visibility="public", threads=64)
    alone, repeated = has_chart(100), has_chart(101, 102)
    published(
        small,
        tps=100.0,
        campaign=CampaignFactory(duration_seconds=60),
        tables=32,
        table_size=25_000,
    )

    assert (alone, repeated, has_chart(103)) == (False, True, True)
