"""CSV files of providers and classes: what they would change, and that they do so."""

import pytest
from django.core.management import CommandError, call_command

from benchruns.catalogue.csv_table import TableError
from benchruns.catalogue.entry.entries import enter_class
from benchruns.catalogue.entry.files import import_entries, plan_entries
from benchruns.catalogue.table_plan import PlanChanged
from benchruns.models import CatalogueChange, InstanceClass, Provider
from benchruns.vocabulary import CatalogueKind
from tests.benchruns.catalogue import entry_values as given
from tests.factories import (
    InstanceClassFactory,
    ProviderFactory,
    SourceFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db
CLASSES, PROVIDERS = CatalogueKind.INSTANCE_CLASS, CatalogueKind.PROVIDER


@pytest.fixture
def aws():
    return ProviderFactory(slug="aws", name="Amazon Web Services")


def faults_of(kind, content):
    with pytest.raises(TableError) as caught:
        plan_entries(kind, content)
    return [(f.line, f.column, f.reason) for f in caught.value.faults]


def test_a_file_of_providers_and_one_of_classes_are_stored():
    user = UserFactory(staff=True)

    import_entries(
        PROVIDERS, given.provider_file({}, {"slug": "gcp", "name": "Google"}), user=user
    )
    done = import_entries(
        CLASSES, given.class_file({}, {"code": "db.t3.large", "vcpus": "4"}), user=user
    )

    assert set(Provider.objects.values_list("slug", flat=True)) == {"aws", "gcp"}
    assert len(done.added) == 2
    assert list(InstanceClass.objects.values_list("code", "vcpus", "entered_by")) == [
        ("db.t3.medium", 2, user.pk),
        ("db.t3.large", 4, user.pk),
    ]
    assert CatalogueChange.objects.filter(actor=user).count() == 4


def test_the_same_file_again_changes_nothing(aws):
    import_entries(CLASSES, given.class_file({}), user=None)

    assert plan_entries(CLASSES, given.class_file({})).is_nothing


def test_a_class_that_is_stated_otherwise_is_changed_in_place(aws):
    sold = InstanceClassFactory(provider=aws, code="db.t3.medium", iops=5)

    done = import_entries(CLASSES, given.class_file({}), user=None)

    (line,) = done.changed
    assert ("IOPS", "5", "") in line.differences
    sold.refresh_from_db()
    assert (sold.iops, sold.max_connections, sold.is_entered) == (None, 340, True)


@pytest.mark.parametrize(
    ("cells", "column", "told"),
    [
        ({"provider": "gcp"}, "provider", "There is no provider “gcp”"),
        ({"engine": "oracle"}, "engine", "Known: mysql"),
        ({"code": ""}, "code", "may not be empty"),
        ({"code": "n/a"}, "code", "as it is sold"),
        ({"vcpus": "0"}, "vcpus", "whole number from 1 to 4,096"),
        ({"vcpus": "2.5"}, "vcpus", "whole number from 1 to 4,096"),
        ({"memory_gb": "4,5"}, "memory_gb", "with a dot"),
        ({"burst_baseline_percent": "101"}, "burst_baseline_percent", "to 100"),
        ({"burst_baseline_percent": ""}, "burst_baseline_percent", "give that as well"),
        ({"regions": "eu/west"}, "regions", "may not hold “/”"),
        ({"sale_ends_on": "soon"}, "sale_ends_on", "is no date"),
        ({"family": "=1+1"}, "family", "spreadsheets take it for a formula"),
        ({"source_text": ""}, "source_text", "may not be empty"),
        ({"stated_on": "2126-01-31"}, "stated_on", "in the future"),
    ],
    ids=str,
)
def test_a_fault_is_told_by_line_and_column_with_what_to_do(aws, cells, column, told):
    content = given.class_file({"code": "db.first"}, cells)

    ((number, where, reason),) = faults_of(CLASSES, content)

    assert (number, where) == (3, column)
    assert told in reason
    assert not InstanceClass.objects.exists()


def test_the_class_of_a_paper_is_refused_by_its_line(aws):
    InstanceClassFactory(provider=aws, code="db.t3.medium", source=SourceFactory())

    ((number, where, reason),) = faults_of(CLASSES, given.class_file({}))

    assert (number, where) == (2, "code")
    assert "stays as it is" in reason


def test_two_lines_of_one_class_are_told(aws):
    content = given.class_file({}, {"code": "DB.t3.MEDIUM"})

    assert [(n, c) for n, c, _reason in faults_of(CLASSES, content)] == [(3, "")]


def test_columns_that_may_be_empty_may_be_left_out(aws):
    header = "provider,engine,code,vcpus,memory_gb,source_text,stated_on"
    content = f"{header}\naws,mysql,db.m6g.large,2,8,a page,2026-01-31\n".encode()

    import_entries(CLASSES, content, user=None)

    sold = InstanceClass.objects.get()
    assert (sold.regions, sold.iops, sold.family) == ([], None, "")


def test_a_column_that_the_file_lacks_stays_and_an_empty_cell_takes_out(aws):
    import_entries(CLASSES, given.class_file({"sale_ends_on": "2027-06-30"}), user=None)
    few = {n: v for n, v in given.CLASS.items() if "burst" not in n and n != "regions"}
    lacking = f"{','.join(few)}\n{','.join(few.values())}\n".encode()
    bigger = lacking.replace(b",4,", b",8,")
    assert plan_entries(CLASSES, lacking).is_nothing

    import_entries(CLASSES, bigger, user=None)
    sold = InstanceClass.objects.get()
    assert (sold.memory_gb, sold.burst_baseline_percent) == (8, 20)
    assert (sold.regions, str(sold.sale_ends_on)) == (
        ["eu-central-1", "us-east-1"],
        "2027-06-30",
    )
    assert set(CatalogueChange.objects.first().values) == {"memory_gb"}

    import_entries(CLASSES, given.class_file({"regions": ""}), user=None)
    sold.refresh_from_db()
    assert (sold.regions, sold.sale_ends_on) == ([], None)


def test_credits_without_a_baseline_are_told_of_what_the_class_will_have(aws):
    none = {n: "" for n in given.CLASS if "burst" in n}
    import_entries(CLASSES, given.class_file(none), user=None)
    credits_ = {n: v for n, v in given.CLASS.items() if n != "burst_baseline_percent"}
    del credits_["regions"]
    content = f"{','.join(credits_)}\n{','.join(credits_.values())}\n".encode()

    (fault,) = faults_of(CLASSES, content)

    assert fault[1] == "burst_baseline_percent"


def test_what_was_agreed_to_is_what_is_done(aws):
    agreed = plan_entries(CLASSES, given.class_file({})).digest
    enter_class(given.sold(iops="9"), user=None)

    with pytest.raises(PlanChanged) as caught:
        import_entries(CLASSES, given.class_file({}), user=None, agreed=agreed)

    assert len(caught.value.plan.changed) == 1
    assert InstanceClass.objects.get().iops == 9


def test_the_command_imports_a_file_in_somebodys_name(aws, tmp_path, capsys):
    file = tmp_path / "classes.csv"
    file.write_bytes(given.class_file({}))
    UserFactory(username="ada")

    call_command("import_catalogue", "classes", file, "--dry-run")
    assert not InstanceClass.objects.exists()
    call_command("import_catalogue", "classes", file, "--user", "ada")

    assert InstanceClass.objects.get().entered_by.username == "ada"
    assert "1 new, 0 changed, 0 unchanged" in capsys.readouterr().out


def test_the_command_says_what_is_wrong_with_a_file(tmp_path):
    file = tmp_path / "classes.csv"
    file.write_bytes(given.class_file({}))

    with pytest.raises(CommandError, match="line 2, column provider: There is no"):
        call_command("import_catalogue", "classes", file)


def test_all_that_is_wrong_with_a_file_is_told_at_once(aws):
    rows = ({"provider": "gcp"}, {"vcpus": "0"}, {"code": "db.t3.large"})

    told = faults_of(CLASSES, given.class_file(*rows))

    assert [(line, column) for line, column, _ in told] == [
        (2, "provider"),
        (3, "vcpus"),
    ]
