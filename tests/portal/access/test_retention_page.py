"""Staff's page of retention, and what a run's page says of what was removed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.models import Run, Sample
from benchruns.retention import removal
from benchruns.vocabulary import RetentionKind
from tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(settings):
    settings.RETENTION_DAYS = {**settings.RETENTION_DAYS, "samples": 30, "output": 30}
    run = make.RunFactory(succeeded=True)
    ended = timezone.now() - timedelta(days=31)
    Run.objects.filter(pk=run.pk).update(finished_at=ended)
    make.SampleFactory(run=run)
    make.OutputFactory(attempt=run.attempts.get())
    return run


def test_it_shows_the_rules_and_what_is_past_them_and_deletes_nothing(client, run):
    client.force_login(make.UserFactory(staff=True))

    text = client.get("/retention/").content.decode()

    for words in ("Samples of private runs", "150 B", "for ever", "retain --delete"):
        assert words in text
    assert Sample.objects.filter(run=run).exists()


def test_a_run_says_that_its_samples_and_output_were_removed(client, run):
    client.force_login(run.owner)
    address = f"/runs/{run.pk}/"
    assert "were removed" not in client.get(address).content.decode()

    for kind in ("samples", "output"):
        removal.remove(RetentionKind(kind))

    text = client.get(address).content.decode()
    assert "Samples and counters were removed" in text
    assert "The raw output was removed" in text
