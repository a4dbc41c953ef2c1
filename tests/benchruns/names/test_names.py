"""What a provider, a class's code and an engine's version may hold, at every door."""

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.names import rules as names

RULES = [names.provider, names.class_code, names.engine_version]


@pytest.mark.parametrize(
    "code",
    [
        "rds.mysql.c1.xlarge",
        "general-1:2-2vcpu-4gb",
        "4C/16G",
        "4 vCPU (16 GB), SSD & HDD + cache",
        "超大 4核",
        "كبير-٤",
        "क्लास-बी",
        "Größe_2",
    ],
)
def test_a_class_is_called_as_its_provider_calls_it(code):
    assert names.class_code(code) == code


@pytest.mark.parametrize(
    "version",
    [
        "8.0.36",
        "8.0.36-0ubuntu0.22.04.1",
        "1:10.11.6+maria~deb12",
        "PostgreSQL 15.3 (Debian 15.3-1.pgdg120+1)",
        "2008 R2",
        "8.0.mysql_aurora.3.04.0",
    ],
)
def test_a_version_is_taken_as_servers_tell_it(version):
    assert names.engine_version(version) == version


@pytest.mark.parametrize(
    "name", ["阿里云", "Société d'été", "عرب كلاود", "AT&T", "1&1"]
)
def test_a_provider_has_a_name_in_any_script(name):
    assert names.provider(name) == name


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "text",
    [
        "", " ", "..", "/4", "-4", "~4", "4%2f", "4?", "4#", "4;", "4\\", "4<b>", "4@",
        "4\x00", "4\x1f", "4\x85", "4\u202e", "4\u200b", "4\u2066", "4\ufeff", "4\u3164",
        "4\ufe0f", "4\ud800", "\u03014", "4" * 121,
    ],
    ids=ascii,
)  # fmt: skip
def test_what_could_mislead_a_reader_or_an_address_is_refused(rule, text):
    with pytest.raises(ValueError, match=r"^(Give|Begin|Remove)"):
        rule(text)


@pytest.mark.parametrize("text", ["n/a", "N/A", "unknown", "None", "not  stated"])
@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (names.provider, "Name the provider, as alibaba-cloud or self-managed."),
        (names.class_code, "Give the code of the class as it is sold."),
        (names.engine_version, "Give the version with its number, as 8.0.36."),
    ],
)
def test_a_word_for_nothing_is_no_name(rule, told, text):
    """Nor is it said that one may leave it out: a review needs all three."""
    with pytest.raises(ValueError, match=f"^{told}$"):
        rule(text)


@pytest.mark.parametrize("text", ["custom/build", "latest", "MySQL", "٨.٠"])
def test_a_version_holds_a_number(text):
    with pytest.raises(ValueError, match="with its number"):
        names.engine_version(text)


def test_one_name_has_one_spelling():
    assert names.class_code("  Gro\u0308ße\u00a0 \n 2 ") == "Gr\u00f6ße 2"


@given(text=st.text())
def test_what_is_taken_is_taken_again_as_it_is(text):
    for rule in RULES:
        try:
            name = rule(text)
        except ValueError:
            continue
        assert rule(name) == name
        assert not {category(c) for c in name} & {
            "Cc",
            "Cf",
            "Cs",
            "Co",
            "Cn",
            "Zl",
            "Zp",
        }


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Alibaba Cloud", "alibaba-cloud"),
        ("alibaba_cloud", "alibaba-cloud"),
        ("Alibaba Cloud.", "alibaba-cloud"),
        ("ＡＢＣ", "abc"),
        ("阿里云", "阿里云"),
        ("腾讯 云", "腾讯-云"),
        ("Société", "société"),
        ("1&1", "1-and-1"),
        ("Cloud+", "cloud-plus"),
    ],
)
def test_a_provider_is_told_by_its_letters_and_digits(name, slug):
    assert names.provider_slug(name) == slug


def test_vowel_signs_tell_providers_apart():
    assert names.provider_slug("की") != names.provider_slug("का")


@given(text=st.text())
def test_the_slug_of_a_slug_is_itself(text):
    slug = names.provider_slug(text)

    assert names.provider_slug(slug) == slug


@given(text=st.text(min_size=1))
def test_every_provider_that_is_taken_has_a_slug(text):
    try:
        slug = names.provider_slug(names.provider(text))
    except ValueError:
        return
    assert 0 < len(slug) <= 50
    assert names.slug(slug) == slug


@pytest.mark.parametrize("text", ["a b", "a/b", "a:b", "", ".."])
def test_a_slug_is_one_plain_word(text):
    with pytest.raises(ValueError, match=r"^(Give|Begin|Write)"):
        names.slug(text)
