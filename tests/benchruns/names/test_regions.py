"""One region under the names and codes that a provider has for it."""

import pytest

from benchruns.names.regions import region_name, regions_in, zone_name


@pytest.mark.parametrize(
    "text",
    [
        "cn-hangzhou",
        "CN-Hangzhou ",
        "China (Hangzhou)",
        "china  (hangzhou)",
        "Hangzhou",
        "China East 1 (Hangzhou)",
        "China East 1",
        "华东1",
    ],
)
def test_a_code_and_the_names_of_a_region_are_one(text):
    assert region_name(text, "alibaba-cloud") == "China (Hangzhou)"


@pytest.mark.parametrize(
    ("text", "provider"),
    [
        ("cn-hangzhou", "huawei-cloud"),
        ("cn-hangzhou", None),
        ("eu-central-1", "third"),
        ("basement", "alibaba-cloud"),
        ("", "alibaba-cloud"),
        ("()", "alibaba-cloud"),
    ],
)
def test_what_no_table_has_is_left_as_it_is_written(text, provider):
    assert region_name(text, provider) == text


def test_one_code_is_another_place_with_another_provider():
    assert region_name("ap-southeast-1", "alibaba-cloud") == "Singapore"
    assert region_name("ap-southeast-1", "huawei-cloud") == "CN-Hong Kong"


@pytest.mark.parametrize("text", ["cn-hangzhou-i", "I", "Zone I", "zone-i", "zone i"])
def test_a_zone_is_one_by_its_code_and_by_its_letter(text):
    for region in ("cn-hangzhou", "China (Hangzhou)"):
        assert zone_name(text, region, "alibaba-cloud") == "Zone I"


@pytest.mark.parametrize(
    ("text", "region"), [("I", "basement"), ("", "cn-hangzhou"), ("rack 4", "Hangzhou")]
)
def test_a_zone_that_is_not_known_is_left_as_it_is_written(text, region):
    assert zone_name(text, region, "alibaba-cloud") == text


@pytest.mark.parametrize(
    ("text", "provider", "named"),
    [
        ("cn-hangzhou", "alibaba-cloud", ["China (Hangzhou)"]),
        ("cn-hangzhou-i", "alibaba-cloud", ["China (Hangzhou)"]),
        ("华东1（杭州） cn-hangzhou", "alibaba-cloud", ["China (Hangzhou)"]),
        (
            "Hangzhou, Shanghai",
            "alibaba-cloud",
            ["China (Hangzhou)", "China (Shanghai)"],
        ),
        ("ap-southeast-1 华东1", "huawei-cloud", ["CN-Hong Kong", "China (Hangzhou)"]),
        ("ap-southeast-1", "huawei-cloud", ["CN-Hong Kong"]),
        ("cn-hangzhou", "huawei-cloud", ["China (Hangzhou)"]),
        ("CN East-Shanghai1", "alibaba-cloud", ["CN East-Shanghai1"]),
        # a place is nobody's own, and a code that no table has may be anybody's
        ("Singapore", "huawei-cloud", []),
        ("China (Hong Kong)", "huawei-cloud", []),
        ("ap-southeast-10", "huawei-cloud", []),
        ("cn-hangzhou-finance", "alibaba-cloud", []),
        ("cn-hangzhou", "third", []),
        ("cn-hangzhou", None, []),
        ("", "alibaba-cloud", []),
    ],
)
def test_each_region_that_a_text_names_is_found(text, provider, named):
    assert [region.name for region in regions_in(text, provider)] == named
