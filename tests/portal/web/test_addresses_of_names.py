"""Any stored name is a part of an address that leads back to it."""

from urllib.parse import unquote, urljoin

import pytest
from django.urls import resolve, reverse
from hypothesis import given
from hypothesis import strategies as st

NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


def as_browsers_ask(address):
    """What reaches a view: dots are walked along, signs are decoded once."""
    return unquote(urljoin("http://testserver/a/b/", address)).removeprefix(
        "http://testserver"
    )


@given(provider=NAMES, code=NAMES)
def test_the_page_of_any_class_is_found_by_its_address(provider, code):
    address = reverse("portal:class-detail", args=[provider, "mysql", code])

    found = resolve(as_browsers_ask(address))

    assert found.view_name == "portal:class-detail"
    assert found.kwargs == {"provider": provider, "engine": "mysql", "code": code}
    assert address.isascii()


@pytest.mark.parametrize("page", ["engine-version", "engine-embed", "whitepaper"])
@given(version=NAMES)
def test_pages_of_any_version_are_found_by_their_addresses(page, version):
    address = reverse(f"portal:{page}", args=["mysql", version])

    found = resolve(as_browsers_ask(address))

    assert found.view_name == f"portal:{page}"
    assert found.kwargs == {"engine": "mysql", "version": version}


@given(slug=NAMES)
def test_any_campaign_is_found_by_programs(slug):
    address = reverse("campaign-detail", args=[slug])

    found = resolve(as_browsers_ask(address))

    assert (found.view_name, found.kwargs) == ("campaign-detail", {"slug": slug})


@pytest.mark.parametrize(
    ("page", "names", "address"),
    [
        ("engine-version", ["mysql", "8.0"], "/engines/mysql/8.0/"),
        ("engine-version", ["sqlserver", "2008-r2"], "/engines/sqlserver/2008-r2/"),
        (
            "class-detail",
            ["alibaba-cloud", "mysql", "rds.mysql.c1.xlarge"],
            "/classes/alibaba-cloud/mysql/rds.mysql.c1.xlarge/",
        ),
        (
            "class-detail",
            ["huawei-cloud", "mysql", "general-1:2-2vcpu-4gb"],
            "/classes/huawei-cloud/mysql/general-1:2-2vcpu-4gb/",
        ),
        ("class-detail", ["acme", "mysql", "4C/16G"], "/classes/acme/mysql/4C~2F16G/"),
    ],
)
def test_ordinary_names_have_the_addresses_that_they_always_had(page, names, address):
    assert reverse(f"portal:{page}", args=names) == address


@pytest.mark.parametrize("name", ["~FF", "~00"])
def test_what_no_database_holds_is_no_address(client, db, name):
    assert client.get(f"/classes/acme/mysql/{name}/").status_code == 404
    assert client.get(f"/engines/mysql/{name}/").status_code == 404
