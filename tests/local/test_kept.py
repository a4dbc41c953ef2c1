"""Keys, ports and folders are chosen once and found again."""

import os
import socket
import stat

import pytest

from local import keys, places, ports


def test_keys_are_kept_for_their_owner_alone(tmp_path):
    path = tmp_path / "keys.json"

    first = keys.stored(path)

    assert keys.stored(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_key_that_a_newer_version_needs_is_added(tmp_path):
    path = tmp_path / "keys.json"
    path.write_text('{"secret_key": "old", "gone": "unused"}')

    found = keys.stored(path)

    assert found.secret_key == "old"
    assert found.api_token.startswith("bb_")
    assert keys.stored(path) == found


def test_keys_do_not_show_in_a_log():
    assert keys.generate().secret_key not in repr(keys.generate())


def test_ports_are_kept_while_they_are_free(tmp_path):
    path = tmp_path / "ports.json"
    first = ports.stored(path, names=["one", "two"])

    assert ports.stored(path, names=["one", "two"]) == first
    assert first["one"] != first["two"]


def test_a_port_that_was_taken_is_chosen_anew(tmp_path):
    path = tmp_path / "ports.json"
    first = ports.stored(path, names=["one", "two"])

    with socket.create_server(("127.0.0.1", first["one"])):
        second = ports.stored(path, names=["one", "two"])

    assert second["one"] not in first.values()
    assert second["two"] == first["two"]


def test_a_short_folder_holds_the_socket_itself(tmp_path):
    link = tmp_path / "run"
    if len(os.fsencode(link)) > places.LONGEST_SOCKET_FOLDER:
        pytest.skip("the temporary folder of this machine has a long path")

    assert places.socket_folder(link) == link
    assert stat.S_IMODE(link.stat().st_mode) == 0o700


def test_a_long_path_has_its_sockets_elsewhere(tmp_path):
    link = tmp_path / ("long" * 30) / "run"
    link.parent.mkdir()

    folder = places.socket_folder(link)

    assert len(os.fsencode(folder)) < places.LONGEST_SOCKET_FOLDER
    assert link.readlink() == folder
    assert places.socket_folder(link) == folder
    folder.rmdir()


def test_a_link_to_a_folder_that_went_is_made_anew(tmp_path):
    link = tmp_path / ("long" * 30) / "run"
    link.parent.mkdir()
    places.socket_folder(link).rmdir()

    folder = places.socket_folder(link)

    assert folder.is_dir()
    folder.rmdir()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts as another user")
def test_data_lies_elsewhere_when_a_servers_user_cannot_enter(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    link = closed / "servers"

    folder = places.data_folder(link, users=["nobody"])

    assert link.readlink() == folder
    assert places.can_enter(folder, user="nobody") is True
    assert places.data_folder(link, users=["nobody"]) == folder
    folder.rmdir()


def test_a_secret_replaces_a_file_that_others_could_read(tmp_path):
    path = tmp_path / "demo.env"
    path.write_text("old")
    path.chmod(0o644)

    places.write_secret(path, "new")

    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
