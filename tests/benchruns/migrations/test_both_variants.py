"""Runs that were both rate-limited and without transactions get the name of both."""

from importlib import import_module

from django.apps import apps

from tests.factories import RunFactory

OF_BOTH = import_module("benchruns.migrations.0017_both_variants")


def test_what_both_were_asked_of_is_named_both_and_back(db):
    both, one = (
        RunFactory(
            succeeded=True, row__variant="no_transactions", row__parameters=parameters
        ).result
        for parameters in ({"skip_trx": True, "rate": 50}, {"skip_trx": True})
    )

    OF_BOTH.name_both(apps, None)

    both.refresh_from_db()
    one.refresh_from_db()
    assert (both.variant, one.variant) == ("no_trx_rate_limited", "no_transactions")

    OF_BOTH.name_one(apps, None)

    both.refresh_from_db()
    assert both.variant == "no_transactions"
