"""The administration shows rows; pages, the API and commands change them."""

import pytest
from django.urls import reverse

from tests.factories import InstanceClassFactory, UserFactory
from tests.submission_factories import SubmissionFactory, SubmittedResultFactory


@pytest.mark.parametrize("name", ["provider", "instanceclass", "campaign", "result"])
def test_figures_and_classes_are_looked_at_alone(client, db, name):
    InstanceClassFactory()
    client.force_login(UserFactory(staff=True, is_superuser=True))

    shown = client.get(reverse(f"admin:benchruns_{name}_changelist"))
    added = client.get(reverse(f"admin:benchruns_{name}_add"))

    assert shown.status_code == 200
    assert added.status_code == 403


def test_results_of_a_draft_are_its_owners_alone(client, db):
    client.force_login(UserFactory(staff=True, is_superuser=True))
    never = SubmittedResultFactory(draft=True, submission=SubmissionFactory())
    handed_in = SubmittedResultFactory(draft=True)

    def status(result):
        return client.get(
            reverse("admin:benchruns_result_change", args=[result.pk])
        ).status_code

    assert (status(never), status(handed_in)) == (302, 200)  # to the start: not found


def test_a_password_is_changed_where_it_is_asked_for_again(client, db):
    client.force_login(UserFactory(staff=True))

    answer = client.get("/admin/password_change/")

    assert (answer.status_code, answer["Location"]) == (302, "/password/")
    assert client.post("/admin/password_change/").status_code == 302
