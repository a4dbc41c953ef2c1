import pytest

from benchruns.endpoints.networks import is_permitted, is_public, parse_networks


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.8.9.10",
        "::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "169.254.1.1",
        "169.254.169.254",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "fd00:ec2::254",
        "fd20:ce::254",
        "100.100.100.200",
        "168.63.129.16",
        "192.0.0.192",
        "::127.0.0.1",
        "::169.254.169.254",
        "2002:7f00:1::",
        "2002:a9fe:a9fe::1",
        "64:ff9b:1::7f00:1",
        "64:ff9b:1:7f00:0:100::",
        "fe80::1",
        "fe80::1%eth0",
        "224.0.0.1",
        "ff02::1",
        "0.0.0.0",  # noqa: S104 - it is refused
        "240.0.0.1",
        "255.255.255.255",
        "::",
    ],
)
def test_the_machines_own_and_metadata_addresses_are_refused_by_default(address):
    assert not is_permitted(address, None)


@pytest.mark.parametrize(
    "address",
    [
        "10.0.0.5",
        "192.0.2.7",
        "2001:db8::5",
        "fd12::1",
        "64:ff9b::c000:207",
        "2002:c000:207::1",
    ],
)
def test_other_addresses_are_permitted_by_default(address):
    assert is_permitted(address, None)


def test_a_list_permits_what_it_holds_and_nothing_else():
    allowed = parse_networks(["127.0.0.0/8", "2001:db8::/32"])

    assert is_permitted("127.0.0.1", allowed)
    assert is_permitted("::ffff:127.0.0.1", allowed)
    assert is_permitted("2001:db8::1", allowed)
    assert not is_permitted("10.0.0.5", allowed)
    assert not is_permitted("::1", allowed)
    assert is_permitted("::1", parse_networks(["::1"]))
    assert not is_permitted("2002:a00:5::1", allowed)


def test_an_empty_list_permits_nothing():
    assert not is_permitted("10.0.0.5", ())


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254",
        "::ffff:169.254.169.254",
        "169.254.170.2",
        "169.254.170.23",
        "100.100.100.200",
        "168.63.129.16",
        "fd00:ec2::23",
        "fd00:ec2::254",
        "fd20:ce::254",
        "fd00:c1::a9fe:a9fe",
        "fd00:42::42",
        "fe80::a9fe:a9fe%eth0",
    ],
)
def test_metadata_addresses_are_refused_whatever_a_list_holds(address):
    everything = parse_networks(["0.0.0.0/0", "::/0"])

    assert not is_permitted(address, None)
    assert not is_permitted(address, everything)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_an_address_of_the_internet_is_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "10.0.0.5",
        "192.168.1.1",
        "100.64.0.1",
        "127.0.0.1",
        "fd12::1",
        "::ffff:10.0.0.5",
    ],
)
def test_an_address_of_a_private_network_is_not_public(address):
    assert not is_public(address)
