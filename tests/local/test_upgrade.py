"""The database of an old release, with rows of every kind, under this one."""

import pytest

from tests.upgrade.upgrade import DATABASES, NoHistory, upgrade

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]


@pytest.mark.parametrize("database", DATABASES)
def test_an_old_release_with_data_becomes_this_one(database):
    try:
        done = upgrade(database)
    except NoHistory as reason:
        pytest.skip(str(reason))

    assert done.rows > 1_000
    assert done.lost == []
    assert [name for name, is_same in done.columns.items() if not is_same] == []
    assert done.after["passwords"] == done.before["passwords"]
    assert done.after["states"] == done.before["states"]
    # what was under way is taken over, and what waited comes next
    assert done.after["claimed"] == [2, 1]
    assert done.after["failed"] == []
    assert done.after["pages"]["200"] > 900
