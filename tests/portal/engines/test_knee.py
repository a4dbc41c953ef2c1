"""The last worthwhile step up is looked for among figures that are not in doubt."""

import pytest

from tests.factories import SHORT, CampaignFactory, InstanceClassFactory, ResultFactory

pytestmark = pytest.mark.django_db


def published(**of_vcpus):
    campaign = CampaignFactory(engine="mysql")
    for name, (tps, findings) in of_vcpus.items():
        vcpus = int(name.removeprefix("vcpus"))
        ResultFactory(
            campaign=campaign,
            instance_class=InstanceClassFactory(code=f"db.{name}", vcpus=vcpus),
            vcpus=vcpus,
            regime="cached",
            tps=tps,
            qps=None,
            findings=findings,
        )


def knee(client):
    facts = client.get("/engines/mysql/8.0/").context["report"].facts
    return next(fact for fact in facts if fact.word == "knee")


def test_a_figure_in_doubt_is_no_step_worth_taking(client):
    published(vcpus1=(1000, []), vcpus2=(2200, []), vcpus4=(98_761, [SHORT]))

    fact = knee(client)

    assert fact.value == 1100
    assert "db.vcpus2" in fact.context


def test_where_too_few_are_sure_the_knee_says_its_doubt(client):
    published(vcpus1=(1000, []), vcpus2=(2200, [SHORT]))

    [[row]] = knee(client).cases

    assert row.figures["tps"] == 2200
    assert [each.code for each in row.findings] == ["short"]
