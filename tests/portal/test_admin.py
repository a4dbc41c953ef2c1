"""The administration shows rows; pages, the API and commands change them."""

import pytest
from django.urls import reverse

from tests.factories import InstanceClassFactory, UserFactory


@pytest.mark.parametrize("name", ["provider", "instanceclass", "campaign", "result"])
def test_figures_and_classes_are_looked_at_alone(client, db, name):
    InstanceClassFactory()
    client.force_login(UserFactory(staff=True, is_superuser=True))

    shown = client.get(reverse(f"admin:benchruns_{name}_changelist"))
    added = client.get(reverse(f"admin:benchruns_{name}_add"))

    assert shown.status_code == 200
    assert added.status_code == 403
