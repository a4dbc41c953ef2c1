"""A provider, and its smallest class."""

import pytest

from tests.benchruns.submissions.checks.checked import class_of
from tests.factories import ProviderFactory


@pytest.fixture
def provider():
    return ProviderFactory(slug="alibaba-cloud", name="Alibaba Cloud")


@pytest.fixture
def small(provider):
    return class_of(provider, "rds.mysql.t1.small", vcpus=1, memory_gb=1)
