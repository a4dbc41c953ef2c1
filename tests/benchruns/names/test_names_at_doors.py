"""Names at every door: taken in any script, refused with a sentence, never lost."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from benchruns.models import InstanceClass, Provider, Result
from benchruns.sentences.catalogue import worded
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.statement import classes
from benchruns.submissions.statement.statement import StatementError
from benchruns.submissions.statement.usable import NOT_USED
from tests.benchruns.submissions.review.under_review import (
    STATED,
    accept,
    accepted,
    submitted,
)
from tests.factories import InstanceClassFactory, ProviderFactory, UserFactory
from tests.submission_factories import SubmittedResultFactory
from tests.submission_files import SAMPLES, STATEMENT, sysbench_text, uploaded

pytestmark = pytest.mark.django_db
SIZED = {**STATED, "vcpus": 4, "memory_gb": 16.0}


@pytest.fixture
def owner():
    return UserFactory()


def benchbase(version):
    (path,) = [*Path(SAMPLES / "benchbase").rglob("*.json")][:1]
    summary = json.loads(path.read_text())
    return uploaded(
        json.dumps({**summary, "DBMS Type": "MYSQL", "DBMS Version": version}),
        name="s.json",
    )


@pytest.mark.parametrize("version", ["n/a", "custom/build", "unknown", "..", "8.0#7"])
def test_a_tool_that_tells_no_version_leaves_it_unstated_and_a_finding_says_so(
    owner, version
):
    drafts.begin(owner, [benchbase(version)])

    result = Result.objects.get()

    assert (result.engine_version, result.engine_version_full) == ("", "")
    (finding,) = [f for f in result.findings if f["code"] == NOT_USED]
    said = worded(finding)
    assert said.message == (
        "Engine version, as the tool's output tells it, is not used."
    )
    assert said.remedy.startswith(("Give", "Begin", "Remove"))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("engine_version", "n/a", "Give the version with its number, as 8.0.36"),
        ("engine_version", "8.0?", "Give letters, digits, blanks and . _ -"),
        ("instance_class", "../etc", "Begin with a letter or a digit."),
        ("instance_class", "4c%2f16g", "Give letters, digits, blanks and . _ -"),
        ("provider", "unknown", "Name the provider, as alibaba-cloud or self-managed"),
        ("provider", "#1", "Give letters, digits, blanks and . _ -"),
    ],
)
def test_who_types_a_wrong_name_is_told_what_to_give(owner, name, value, told):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])

    with pytest.raises(StatementError) as refused:
        drafts.state(draft.pk, by=owner, statement={name: value})

    assert refused.value.errors[name].startswith(told)


def test_a_statement_of_an_older_release_is_read_by_the_rule_of_today(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    draft.statement = STATEMENT | {"engine_version": "n/a"}
    draft.save()

    drafts.state(draft.pk, by=owner, statement={"zone": "h"})

    result = Result.objects.get()
    assert result.engine_version == ""
    assert [
        f["values"]["origin"] for f in result.findings if f["code"] == NOT_USED
    ] == ["statement"]


def test_a_class_with_a_slash_is_entered_as_people_write_it():
    one = accepted(statement=SIZED | {"instance_class": "4C/16G"})

    assert one.results.get().instance_class.code == "4C/16G"


def test_a_provider_in_any_script_is_entered_with_its_class():
    one = accepted(statement=SIZED | {"provider": "阿里云"})

    result = one.results.get()
    assert (result.provider.slug, result.provider.name) == ("阿里云", "阿里云")
    assert result.instance_class.provider == result.provider


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("阿里云", "腾讯云"),
        ("的 Cloud", "了 Cloud"),
        ("की", "का"),
        ("1&1", "11"),
        ("A+", "A"),
    ],
)
def test_two_providers_are_never_taken_for_one(one, other):
    for name in (one, other):
        accepted(statement=SIZED | {"provider": name})

    assert {p.name for p in Provider.objects.all()} == {one, other}
    assert InstanceClass.objects.count() == 2
    catalogue = classes.look_up([])
    assert [catalogue.provider(name).name for name in (one, other)] == [one, other]


@pytest.mark.parametrize("word", ["Alibaba Cloud", "alibaba-cloud", "ALIBABA_CLOUD"])
def test_a_provider_is_known_however_it_is_spelt(word):
    known = ProviderFactory(slug="alibaba-cloud", name="Alibaba Cloud")

    assert classes.look_up([]).provider(word) == known


def test_what_is_written_exactly_so_wins_over_what_reads_alike():
    exact, alike = ProviderFactory(slug="a.b", name="X"), ProviderFactory(slug="a-b")

    catalogue = classes.look_up([])

    assert (catalogue.provider("a.b"), catalogue.provider("a-b")) == (exact, alike)


@pytest.mark.parametrize("lacking", ["instance_class", "vcpus", "memory_gb"])
def test_a_result_whose_class_is_not_told_wholly_keeps_its_provider(lacking):
    one = accepted(statement={k: v for k, v in SIZED.items() if k != lacking})

    result = one.results.get()
    assert (result.provider.slug, result.instance_class) == ("alibaba-cloud", None)


def test_results_that_lost_their_provider_get_it_back_while_the_statement_tells():
    lost = accepted(statement=SIZED | {"provider": "阿里云"})
    silent = accepted(statement=SIZED | {"provider": "!?"})
    there = accepted(statement=SIZED | {"provider": "Acme"})
    before = there.results.get().provider
    lost.results.update(provider=None, instance_class=None)
    InstanceClass.objects.filter(provider="阿里云").delete()
    Provider.objects.filter(pk="阿里云").delete()

    call_command("enter_providers")

    result = lost.results.get()
    assert (result.provider.name, result.instance_class.code) == (
        "阿里云",
        STATED["instance_class"],
    )
    assert silent.results.get().provider is None
    assert there.results.get().provider == before


def test_what_nobody_accepted_enters_no_provider():
    submitted(statement=SIZED | {"provider": "阿里云"})
    SubmittedResultFactory(draft=True)

    call_command("enter_providers")

    assert not Provider.objects.exists()


def test_a_known_class_is_found_by_its_provider_in_any_script():
    provider = ProviderFactory(slug="阿里云", name="阿里云")
    there = InstanceClassFactory(provider=provider, code=STATED["instance_class"])
    one = accept(submitted(statement=SIZED | {"provider": "阿里云"}))

    assert one.results.get().instance_class == there
