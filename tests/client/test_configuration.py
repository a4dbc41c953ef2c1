"""Where the command finds the address and the token, and what it refuses."""

import pytest

from benchbook_client import configuration
from benchbook_client.errors import BadInput

SECRET = "bb_secret"


@pytest.fixture
def write(tmp_path):
    def written(text, *, mode=0o600):
        path = tmp_path / "config.toml"
        path.write_text(text)
        path.chmod(mode)
        return {"BENCHBOOK_CONFIG": str(path)}

    return written


def test_the_environment_needs_no_file():
    found = configuration.read(
        {"BENCHBOOK_URL": "https://bench.example.com/", "BENCHBOOK_TOKEN": SECRET}
    )

    assert (found.url, found.token) == ("https://bench.example.com", SECRET)


def test_a_file_of_its_user_alone_is_read(write):
    found = configuration.read(write(f'url = "http://127.0.0.1"\ntoken = "{SECRET}"'))

    assert (found.url, found.token) == ("http://127.0.0.1", SECRET)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620, 0o601])
def test_a_file_that_others_may_read_is_refused(write, mode):
    environment = write(f'url = "http://127.0.0.1"\ntoken = "{SECRET}"', mode=mode)

    with pytest.raises(BadInput, match=f"has mode 0{mode:o}.* chmod 600") as refused:
        configuration.read(environment)
    assert SECRET not in str(refused.value)


def test_a_token_goes_to_the_address_that_it_stands_with(write):
    kept = write(f'url = "http://127.0.0.1"\ntoken = "{SECRET}"')

    assert configuration.read(kept | {"BENCHBOOK_URL": "http://127.0.0.1/"}).token
    elsewhere = configuration.read(kept | {"BENCHBOOK_URL": "http://elsewhere.example"})
    assert elsewhere.token is None


def test_a_token_is_in_no_text_of_the_configuration():
    found = configuration.read(
        {"BENCHBOOK_URL": "http://127.0.0.1", "BENCHBOOK_TOKEN": SECRET}
    )

    assert SECRET not in repr(found)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f'token = "{SECRET}', "is no TOML"),
        (f'token = "{SECRET}"', "No address"),
        ('url = "http://127.0.0.1"\npassword = "x"', "unknown keys: password"),
        ("url = 1", "are texts"),
        ('url = "ftp://127.0.0.1"', "must be http"),
        ('url = "http://user:word@127.0.0.1"', "takes no user"),
        (f'url = "http://127.0.0.1"\ntoken = "{SECRET}\\n{SECRET}"', "characters"),
    ],
)
def test_what_is_no_configuration_is_refused_in_a_sentence(write, text, sentence):
    with pytest.raises(BadInput, match=sentence) as refused:
        configuration.read(write(text))
    assert SECRET not in str(refused.value)
