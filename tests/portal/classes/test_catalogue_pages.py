"""What staff enter into the catalogue: lists, forms, files; and where all see it."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from benchruns.models import CatalogueChange, InstanceClass, Provider
from tests.benchruns.catalogue import entry_values as given
from tests.factories import (
    InstanceClassFactory,
    PriceFactory,
    ProviderFactory,
    SourceFactory,
    UserFactory,
)
from tests.portal.web.test_overview import text_of

DESK, CLASSES = "/catalogue/", "/catalogue/classes/"
NEW_PROVIDER, NEW_CLASS = "/catalogue/providers/new/", "/catalogue/classes/new/"
IMPORT = "/catalogue/import/classes/"


@pytest.fixture
def staff(client, db):
    client.force_login(UserFactory(staff=True, username="ada"))
    return client


@pytest.fixture
def aws(db):
    return ProviderFactory(slug="aws", name="Amazon Web Services")


def upload(client, content, path=IMPORT):
    return client.post(path, {"file": SimpleUploadedFile("classes.csv", content)})


def agree(client, preview, path=IMPORT):
    """Send what the preview's form holds, as a browser does."""
    return client.post(
        path,
        {
            "text": preview.context["text"].replace("\n", "\r\n"),
            "agreed": preview.context["plan"].digest,
        },
        follow=True,
    )


@pytest.mark.parametrize(
    "path", [DESK, CLASSES, NEW_PROVIDER, NEW_CLASS, IMPORT, f"{DESK}?format=csv"]
)
def test_others_than_staff_are_kept_out(client, db, path):
    anonymous = client.get(path)
    client.force_login(UserFactory())

    assert anonymous.status_code == 302
    assert anonymous["Location"].startswith("/login/?next=/catalogue/")
    assert client.get(path).status_code == 403
    assert client.post(path).status_code == 403


def test_a_provider_and_a_class_are_entered_and_seen_by_all(staff, client):
    staff.post(NEW_PROVIDER, given.PROVIDER)
    answer = staff.post(NEW_CLASS, given.CLASS, follow=True)
    staff.logout()

    sold = InstanceClass.objects.get()
    assert (sold.entered_by.username, sold.provider_id) == ("ada", "aws")
    assert answer.redirect_chain[-1][0] == "/classes/aws/mysql/db.t3.medium/"
    page = text_of(client.get("/classes/aws/mysql/db.t3.medium/"))
    assert "Burst baseline 20 % of its vCPUs without credits" in page
    assert "Burst credits 24 an hour, 576 at most" in page
    assert "Regions eu-central-1, us-east-1" in page
    assert "Source https://aws.example/rds/classes" in page
    assert "db.t3.medium" in text_of(client.get("/classes/?provider=aws"))


def test_a_field_that_is_wrong_says_what_to_write(staff, aws):
    page = staff.post(NEW_CLASS, given.CLASS | {"vcpus": "two", "stated_on": ""})

    text = text_of(page)
    assert "2 fields need a change" in text
    assert "Give a whole number from 1 to 4,096." in text
    assert not InstanceClass.objects.exists()


def test_a_class_of_a_paper_is_not_entered_twice(staff, aws):
    InstanceClassFactory(provider=aws, code="db.t3.medium", source=SourceFactory())

    page = staff.post(NEW_CLASS, given.CLASS)

    assert "stays as it is" in text_of(page)
    assert InstanceClass.objects.count() == 1


def test_of_a_papers_class_the_rest_is_stated(staff, aws):
    sold = InstanceClassFactory(
        provider=aws, code="db.x", source=SourceFactory(title="White paper"), iops=5
    )
    path = f"{CLASSES}{sold.pk}/"

    form = staff.get(path)
    answer = staff.post(
        path,
        {
            "sale_ends_on": "2027-01-31",
            "source_text": "a notice",
            "stated_on": "2026-01-31",
        },
        follow=True,
    )

    assert "iops" not in form.context["form"].fields
    assert "Its size and limits are those of “White paper”" in text_of(form)
    assert "End of sale 2027-01-31" in text_of(answer)
    assert "Source of the rest a notice , 2026-01-31" in text_of(answer)


def test_a_class_is_changed_where_it_is_shown(staff, aws):
    staff.post(NEW_CLASS, given.CLASS)
    page = staff.get("/classes/aws/mysql/db.t3.medium/").content.decode()
    (path,) = re.findall(r'href="(/catalogue/classes/[^"]+/)"', page)
    form = staff.get(path).context["form"]
    assert form["regions"].value() == "eu-central-1; us-east-1"

    staff.post(path, given.CLASS | {"iops": "3000"})

    assert InstanceClass.objects.get().iops == 3000
    assert "aws/mysql/db.t3.medium" in text_of(staff.get(DESK))
    assert "aws/mysql/db.t3.medium instance class IOPS: 3000" in text_of(
        staff.get(DESK)
    )


def test_a_provider_is_renamed(staff, aws):
    path = "/catalogue/providers/aws/"
    assert staff.get(path).context["form"]["name"].value() == "Amazon Web Services"

    staff.post(path, given.PROVIDER | {"name": "Amazon"})

    assert Provider.objects.get().name == "Amazon"
    assert staff.get("/catalogue/providers/none/").status_code == 404


def test_a_file_is_looked_at_and_then_stored(staff, aws):
    content = given.class_file({}, {"code": "db.t3.large", "vcpus": "4"})

    preview = upload(staff, content)
    assert not InstanceClass.objects.exists()
    done = agree(staff, preview)

    assert "2 new, 0 changed, 0 unchanged" in text_of(preview)
    assert "https://aws.example/rds/classes 2026-01-31" in text_of(preview)
    assert "Imported: 2 new" in text_of(done)
    assert InstanceClass.objects.filter(entered_by__username="ada").count() == 2


def test_a_changed_line_shows_what_stood_there(staff, aws):
    staff.post(NEW_CLASS, given.CLASS | {"iops": "100"})

    preview = upload(staff, given.class_file({"iops": "200"}))

    assert "IOPS: 100 200" in text_of(preview)
    assert "Nothing would change" in text_of(
        upload(staff, given.class_file({"iops": "100"}))
    )


def test_a_plan_that_has_changed_is_shown_again(staff, aws):
    preview = upload(staff, given.class_file({}))
    staff.post(NEW_CLASS, given.CLASS | {"iops": "100"})

    again = agree(staff, preview)

    assert "The catalogue has changed since you looked" in text_of(again)
    assert InstanceClass.objects.get().iops == 100


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "The submitted file is empty|The file is empty"),
        (given.class_file({"vcpus": "0"}), "line 2, column vcpus: Give a whole number"),
        (
            given.class_file({"provider": "gcp"}),
            "column provider: There is no provider",
        ),
        (b"a,b\n1,2\n", "column provider: This column is missing"),
        ("provider\nbé\n".encode("latin-1"), "not UTF-8"),
    ],
    ids=["empty", "value", "provider", "columns", "encoding"],
)
def test_a_file_that_cannot_be_stored_says_where_and_why(staff, aws, content, told):
    page = upload(staff, content)

    assert page.status_code == 200
    assert re.search(told, text_of(page))
    assert not InstanceClass.objects.exists()


def test_what_is_downloaded_is_a_file_to_import(staff, aws):
    staff.post(NEW_CLASS, given.CLASS)
    staff.post(NEW_PROVIDER, given.PROVIDER | {"slug": "x", "name": "X"})
    of_providers = "/catalogue/import/providers/"
    # What a report brought has no source, and what a paper states stays as it is.
    InstanceClassFactory(provider=ProviderFactory(slug="reported"), code="db.1")
    InstanceClassFactory(provider__slug="of-paper", source=SourceFactory())
    Provider.objects.filter(pk="of-paper").update(
        source_text="https://a.example/", stated_on="2026-01-31"
    )

    for path, home in ((IMPORT, CLASSES), (of_providers, DESK)):
        file = staff.get(f"{home}?format=csv").content
        preview = upload(staff, file, path)
        assert "Nothing would change" in text_of(preview)
        assert file.count(b"\n") == 2
    assert "1 class has no source: a report brought it." in text_of(staff.get(CLASSES))
    assert "3 providers of papers, or without a source" in text_of(staff.get(DESK))


def test_providers_are_imported_too(staff):
    path = "/catalogue/import/providers/"

    preview = upload(staff, given.provider_file({}), path)
    agree(staff, preview, path)

    assert Provider.objects.get().name == "Amazon Web Services"
    assert CatalogueChange.objects.get().actor.username == "ada"
    assert staff.get("/catalogue/import/nonsense/").status_code == 404


def test_a_price_of_an_entered_class_is_entered_as_of_any(staff, aws):
    staff.post(NEW_CLASS, given.CLASS)
    sold = InstanceClass.objects.get()
    PriceFactory(instance_class=sold)

    assert "0.52 USD" in text_of(staff.get("/classes/aws/mysql/db.t3.medium/"))


def test_a_preview_shows_all_that_a_new_line_states(staff, aws):
    preview = text_of(upload(staff, given.class_file({"iops": "3000"})))

    assert "IOPS: 3000" in preview
    assert "Regions: eu-central-1; us-east-1" in preview
    assert "Import 1 row" in preview


def test_the_file_is_explained_with_what_its_cells_may_hold(staff):
    page = text_of(staff.get(IMPORT))

    assert "engine Engine: mysql, mariadb, postgresql, sqlserver" in page
    assert "stated_on Stated on: 2026-01-31" in page


def test_a_class_that_is_not_sold_any_more_says_so_under_its_name(staff, aws):
    staff.post(NEW_CLASS, given.CLASS | {"sale_ends_on": "2025-06-30"})
    page = text_of(staff.get("/classes/aws/mysql/db.t3.medium/"))

    assert page.index("not sold since 2025-06-30") < page.index("Specification")
    assert "not sold since 2025-06-30" in text_of(staff.get(CLASSES))
