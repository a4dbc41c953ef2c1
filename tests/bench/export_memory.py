"""The memory of an export, small and large: what is sent is held nowhere.

A test for pytest, as ``promises``: make bench-promises
"""

import zipfile
from pathlib import Path
from tempfile import TemporaryFile

import pytest
from rest_framework.test import APIClient

from benchruns.models import Sample
from tests.bench import peak_memory
from tests.factories import RunFactory, UserFactory

FEW, MANY = 2_000, 400_000  # seconds of runs
A_RUN = 20_000
MOST_RATIO = 1.1


def grow(owner, *, seconds):
    for first in range(0, seconds, A_RUN):
        run = RunFactory(owner=owner, succeeded=True)
        Sample.objects.bulk_create(
            (
                Sample(run=run, attempt=1, second=second, tps=first + second / 7)
                for second in range(1, min(A_RUN, seconds - first) + 1)
            ),
            batch_size=1000,
        )


def exported(client):
    """Rows of samples, bytes sent, and the most memory in MiB meanwhile."""
    with TemporaryFile() as file:
        peak_memory.forget()
        for part in client.get("/api/v1/export/"):
            file.write(part)
        highest = peak_memory.highest()
        with zipfile.ZipFile(file) as archive:
            rows = sum(1 for _ in archive.open("csv/run-samples.csv")) - 1
        return rows, file.tell(), highest


@pytest.mark.django_db
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
def test_a_large_export_takes_no_more_memory_than_a_small_one(capsys):
    owner = UserFactory()
    client = APIClient()
    client.force_authenticate(owner)
    grow(owner, seconds=FEW)
    exported(client)  # what is imported and described once

    few, small, of_small = exported(client)
    grow(owner, seconds=MANY - FEW)
    many, large, of_large = exported(client)

    with capsys.disabled():
        for rows, size, peak in ((few, small, of_small), (many, large, of_large)):
            print(f"\n{rows:>9,} seconds  {size:>12,} bytes  {peak:6.1f} MiB", end="")
    assert (few, many) == (FEW, MANY)
    assert of_large < MOST_RATIO * of_small
