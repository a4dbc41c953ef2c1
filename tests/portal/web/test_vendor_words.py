"""Pages call a vendor's figures the vendor's; what was made public is public."""

import re
from pathlib import Path

from django.conf import settings

from tests.factories import RunFactory
from tests.portal.visiting import text_of

TEMPLATES = Path(settings.BASE_DIR) / "templates"
COMMENT = re.compile(r"{% comment %}.*?{% endcomment %}|{#.*?#}", re.DOTALL)
# A text between tags of HTML and Django, or one that a tag translates.
TEXT = re.compile(r"""translate (?:"([^"]*)"|'([^']*)')|(?<=[>}])([^<>{}]+)(?=[<{])""")
# The act of a person who makes a draft public, and the day of a paper.
ACTS = {"As it is it cannot be published.", "Published on"}


def visible(template):
    for found in TEXT.finditer(COMMENT.sub("", template.read_text())):
        yield " ".join(next(filter(None, found.groups()), "").split())


def test_no_page_calls_where_a_figure_comes_from_published():
    found = {
        text
        for template in TEMPLATES.rglob("*.html")
        for text in visible(template)
        if re.search(r"\bpublished\b", text, re.IGNORECASE)
    }

    assert found - ACTS == set()


def test_an_own_run_that_was_made_public_is_one_result_and_no_vendors(page, user):
    run = RunFactory(owner=user, succeeded=True)
    told = page.post(f"/runs/{run.pk}/publish/", {"consent": "on"}, follow=True)
    assert "Public: everybody can see it now." in text_of(told)
    engine, version = run.result.engine, run.result.version_slug

    shown = text_of(page.get(f"/engines/{engine}/{version}/"))

    assert "1 result: 0 vendor, 1 measured, 0 submitted" in shown
    assert "public" in text_of(page.get(f"/runs/{run.pk}/"))
