"""What the head of a list says of whose rows it has."""

import pytest

from tests.factories import UserFactory
from tests.portal.web.test_overview import text_of

HEADS = {
    "/runs/": ("Those of all users", "Yours and public ones", "Public runs"),
    "/sweeps/": ("Those of all users", "Yours and public ones", "Public ones"),
    "/results/": ("Those of all users", "Public ones and yours", "Public results"),
    "/trends/": ("Series of all users", "Your series and those", "Series with public"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("address", HEADS)
def test_each_reader_is_told_whose_rows_a_list_has(client, address):
    readers = (UserFactory(staff=True), UserFactory(), None)

    for reader, words in zip(readers, HEADS[address], strict=True):
        if reader is None:
            client.logout()
        else:
            client.force_login(reader)
        text = text_of(client.get(address))
        assert [each for each in HEADS[address] if each in text] == [words]
