"""What documents name is there."""

import re

import pytest

from local.places import ROOT

# A path in backticks: below one of the project's own folders, no pattern and no place to fill in.
PATH = re.compile(
    r"`((?:benchruns|portal|workers|local|tests|docs|templates|static|docker)/[\w./-]+)`"
)


@pytest.mark.parametrize(
    "document", ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"]
)
def test_a_document_names_paths_that_are_there(document):
    named = PATH.findall((ROOT / document).read_text())

    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []
