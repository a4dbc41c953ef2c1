"""Versions stand from old to new, in one order whatever they are called."""

from itertools import permutations

from benchruns.results.engine_versions import age_of


def test_versions_of_the_same_numbers_have_one_order():
    versions = ["..", " ", "8.0", "8.0-rc", "5.7"]

    orders = {tuple(sorted(each, key=age_of)) for each in permutations(versions)}

    assert orders == {(" ", "..", "5.7", "8.0", "8.0-rc")}
