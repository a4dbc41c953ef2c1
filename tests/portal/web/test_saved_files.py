"""What files are called when they are saved, whatever users named."""

import pytest
from django.http import HttpResponse

from portal.web.saved_files import name_file


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("mysql-8.0.csv", 'attachment; filename="mysql-8.0.csv"'),
        ("my run (1).txt", 'attachment; filename="my run (1).txt"'),
        ("4c/16g.csv", 'attachment; filename="4c_16g.csv"'),
        ("...csv", 'attachment; filename="benchbook.csv"'),
        ('a"\r\nSet-Cookie: a=b.csv', 'attachment; filename="a_Set-Cookie_ a=b.csv"'),
        ("阿里.csv", "attachment; filename*=utf-8''%E9%98%BF%E9%87%8C.csv"),
        ("run", 'attachment; filename="run"'),
    ],
    ids=ascii,
)
def test_a_file_is_called_by_its_name_without_what_no_file_system_takes(name, header):
    response = HttpResponse()

    name_file(response, name)

    assert response["Content-Disposition"] == header


def test_what_is_shown_is_saved_on_demand_alone():
    response = HttpResponse()

    name_file(response, "table.md", is_shown=True)

    assert response["Content-Disposition"] == 'inline; filename="table.md"'


def test_a_long_name_is_cut_before_its_kind():
    response = HttpResponse()

    name_file(response, f"{'x' * 900}.csv")

    assert response["Content-Disposition"].endswith(f'"{"x" * 150}.csv"')
