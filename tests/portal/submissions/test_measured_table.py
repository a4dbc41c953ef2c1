"""What a reviewer reads first: how each result was measured, and what is doubted of it."""

from html import unescape

import pytest

from benchruns.models import Result
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.review import moves
from tests.factories import (
    SHORT,
    CampaignFactory,
    InstanceClassFactory,
    ProviderFactory,
    ResultFactory,
    UserFactory,
)
from tests.portal.web.test_overview import text_of
from tests.submission_factories import ReviewerFactory
from tests.submission_files import SETTINGS, STATEMENT, sysbench_text, uploaded

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper():
    """The row of a paper, of the class and load that are submitted."""
    provider = ProviderFactory(slug="alibaba-cloud", name="Alibaba Cloud")
    small = InstanceClassFactory(
        provider=provider,
        engine="mysql",
        code="rds.mysql.t1.small",
        vcpus=1,
        memory_gb=1,
    )
    return ResultFactory(
        instance_class=small,
        provider=provider,
        campaign=CampaignFactory(duration_seconds=60),
        threads=64,
        regime="cached",
        tool="sysbench",
        vcpus=1,
        memory_gb=1,
    )


def submitted(*texts, statement=STATEMENT):
    owner = UserFactory()
    draft = drafts.begin(owner, [uploaded(text) for text in texts])
    drafts.state(draft.pk, by=owner, statement=statement, settings_text=SETTINGS)
    moves.submit(draft.pk, by=owner)
    return draft


def page_of(client, draft):
    client.force_login(ReviewerFactory())
    return client.get(f"/submissions/{draft.pk}/").content.decode()


def table_of(client, *texts, statement=STATEMENT):
    html = page_of(client, submitted(*texts, statement=statement))
    head, _mark, rest = html.partition("How it was measured")
    assert 'id="decide"' in head
    return unescape(text_of_html(rest.partition("</table>")[0]))


def text_of_html(html):
    return " ".join(text_of(type("Answer", (), {"content": html.encode()})).split())


def test_a_short_test_has_its_doubts_at_its_numbers(client, paper):
    stated = {name: v for name, v in STATEMENT.items() if name != "duration_seconds"}

    table = table_of(client, sysbench_text(seconds=4), statement=stated)

    assert "4 s papers: 60 s" in table
    assert "100 % of the time" in table
    assert "8 threads; papers 64" in table
    assert "4 s; papers 60 s" in table


def test_a_test_like_those_of_the_papers_has_none(client, paper):
    paper.threads, paper.tables, paper.table_size = 8, 8, 100_000
    paper.save(update_fields=["threads", "tables", "table_size"])

    table = table_of(client, sysbench_text())

    assert "60 s 60 100 % of the time 0.0 %" in table
    assert "papers: " not in table
    assert "; papers" not in table


def test_samples_that_were_not_uploaded_are_missed(client, paper):
    assert "0 none uploaded –" in table_of(client, sysbench_text(intervals=False))


def test_the_variation_stands_with_its_doubt(client, paper):
    lines = sysbench_text().splitlines()
    shares = iter([0.6, 1.4] * 30)
    text = "\n".join(
        line.replace("tps: 100.00", f"tps: {100 * next(shares):.2f}")
        if line.startswith("[ ")
        else line
        for line in lines
    )

    table = table_of(client, text)

    assert "40.0 % steady: 20 % at most" in table


def test_figures_in_doubt_are_marked_where_it_is_decided_and_previewed(client, paper):
    draft = submitted(sysbench_text())
    Result.objects.update(findings=[SHORT], doubt="figure")

    shown = page_of(client, draft)

    figures = shown[shown.index(">Figures</h3>") :]
    preview = shown[shown.index('id="preview"') :]
    facts = preview[: preview.index("</dl>")]
    beside = preview[preview.index("<tbody>") :]

    assert "bb-dagger" in figures[: figures.index("</table>")]
    assert "bb-dagger" in facts
    assert "bb-dagger" in beside[: beside.index("</tbody>")]


def test_a_rejected_report_says_why_in_its_banner_and_at_its_chart(client, paper):
    """The reason stood at the foot of the page, and the chart had a draft."""
    draft = submitted(sysbench_text(), sysbench_text(tps=101))
    assert "draft, not accepted yet" in page_of(client, draft)
    why = "The data fits in memory."
    moves.reject(draft.pk, by=ReviewerFactory(), version=1, text=why)

    client.force_login(draft.owner)
    shown = text_of(client.get(f"/submissions/{draft.pk}/"))

    assert f"Rejected. {why} Upload again when it can be put right." in shown
    assert "rejected, not accepted" in shown
    assert "draft, not accepted yet" not in shown


def test_names_that_the_catalogue_lacks_are_told_before_they_are_entered(client, paper):
    own = {"provider": "our own rack", "instance_class": "vm-small"}
    size = {"vcpus": 2, "memory_gb": 24}

    new = page_of(client, submitted(sysbench_text(), statement=STATEMENT | own | size))
    known = page_of(client, submitted(sysbench_text(intervals=False)))

    told = (
        "New to the catalogue: provider our own rack, class vm-small (2 vCPU, 24 GB)."
    )
    assert told in text_of_html(new)
    assert "New to the catalogue" not in known


def test_its_owner_reads_in_the_draft_which_names_are_new(client, paper):
    own = {"provider": "our own rack", "instance_class": "vm-small"}
    size = {"vcpus": 2, "memory_gb": 24}
    one = submitted(sysbench_text(), statement=STATEMENT | own | size)
    moves.take_back(one.pk, by=one.owner)
    client.force_login(one.owner)

    page = text_of_html(client.get(f"/submissions/{one.pk}/").content.decode())

    assert "New to the catalogue: provider our own rack, class vm-small" in page
    assert "a machine of your own is self-managed" in page
