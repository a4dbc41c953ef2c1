"""What its owner made public is public, and no vendor's."""

from tests.factories import RunFactory
from tests.portal.visiting import text_of


def test_an_own_run_that_was_made_public_is_one_result_and_no_vendors(page, user):
    run = RunFactory(owner=user, succeeded=True)
    told = page.post(f"/runs/{run.pk}/publish/", {"consent": "on"}, follow=True)
    assert "Public: everybody can see it now." in text_of(told)
    engine, version = run.result.engine, run.result.version_slug

    shown = text_of(page.get(f"/engines/{engine}/{version}/"))

    assert "1 result: 0 vendor, 1 measured, 0 submitted" in shown
    assert "public" in text_of(page.get(f"/runs/{run.pk}/"))
