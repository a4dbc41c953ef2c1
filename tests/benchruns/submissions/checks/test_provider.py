"""A class or a region of another provider than the report states."""

import pytest

from tests.benchruns.submissions.checks.checked import check, outcome, submission
from tests.factories import InstanceClassFactory, ProviderFactory, SourceFactory
from tests.submission_files import STATEMENT, sysbench_text

pytestmark = pytest.mark.django_db

CODE = "rds.mysql.c1.xlarge"


@pytest.fixture
def alibaba():
    return ProviderFactory(slug="alibaba-cloud", name="Alibaba Cloud")


@pytest.fixture
def huawei():
    return ProviderFactory(slug="huawei-cloud", name="Huawei Cloud")


@pytest.fixture
def sold(alibaba):
    """A class that a paper of Alibaba Cloud states."""
    return InstanceClassFactory(
        provider=alibaba, engine="mysql", code=CODE, source=SourceFactory()
    )


def reported(**stated):
    return submission(sysbench_text(), statement=STATEMENT | stated)


@pytest.mark.parametrize("code", [CODE, CODE.upper()])
@pytest.mark.parametrize("provider", ["huawei-cloud", "Huawei Cloud", "Aliyun"])
def test_a_class_of_another_provider_is_named_with_it(sold, huawei, provider, code):
    made = reported(provider=provider, instance_class=code)

    found = check(made, "class_provider")

    assert found.severity == "caution"
    assert f"{CODE} is a class of Alibaba Cloud; the report says " in found.message


def test_a_report_that_was_accepted_does_not_make_it_this_ones(sold, huawei):
    InstanceClassFactory(provider=huawei, engine="mysql", code=CODE, source=None)

    made = reported(provider="huawei-cloud", instance_class=CODE)

    assert outcome(made, "class_provider") == "caution"


def test_the_class_of_its_own_provider_is_in_order(sold, huawei):
    InstanceClassFactory(provider=huawei, engine="mysql", code=CODE, source=None)

    assert outcome(reported(instance_class=CODE), "class_provider") == "ok"


def test_two_providers_that_papers_know_may_sell_one_code(sold, huawei):
    InstanceClassFactory(
        provider=huawei, engine="mysql", code=CODE, source=SourceFactory()
    )

    made = reported(provider="huawei-cloud", instance_class=CODE)

    assert outcome(made, "class_provider") == "ok"


def test_a_code_that_nobody_knows_is_not_judged(sold, huawei):
    made = reported(provider="huawei-cloud", instance_class="rack-4")

    assert check(made, "class_provider") is None


@pytest.mark.parametrize(
    ("region", "says"),
    [
        (
            "ap-southeast-1 华东1",
            "“Region of the server” names more than one region: CN-Hong Kong of Huawei "
            "Cloud and China (Hangzhou) of Alibaba Cloud.",
        ),
        (
            "cn-hangzhou",
            "“Region of the server” is China (Hangzhou) of Alibaba Cloud; the report says "
            "Huawei Cloud.",
        ),
    ],
)
def test_a_region_of_another_provider_is_named(alibaba, huawei, region, says):
    made = reported(provider="huawei-cloud", region=region)

    found = check(made, "region")

    assert (found.severity, found.message) == ("caution", says)


def test_a_client_may_stand_with_another_provider(alibaba, huawei):
    made = reported(
        provider="huawei-cloud", region="ap-southeast-1", client_region="cn-hangzhou"
    )

    assert outcome(made, "region") == "ok"


def test_a_client_stands_in_one_region(alibaba):
    made = reported(client_region="cn-hangzhou, cn-shanghai")

    assert "“Region of the client” names more than one" in check(made, "region").message


@pytest.mark.parametrize("region", ["basement", ""])
def test_a_region_that_no_table_has_is_not_judged(alibaba, region):
    assert check(reported(region=region, client_region=""), "region") is None
