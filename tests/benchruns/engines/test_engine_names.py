"""An engine's name stands in its own folders alone: one more engine is a folder more."""

import pytest

from benchruns.engines import ENGINES, FAMILIES
from local.places import ROOT
from tests import naming

NAMES = naming.pattern_of(
    {
        *ENGINES,
        *FAMILIES,
        *(engine.label for engine in ENGINES.values()),
    }
)
ROOMS = ("benchruns.engines", "workers.engines", "workers.tools.tpcc.dialects")
HOMES = (
    "benchruns/engines/",
    *(f"workers/engines/{family}/" for family in FAMILIES),
    "workers/tools/tpcc/dialects/",
)
READING = ("benchruns/parsers/", "benchruns/submissions/recognised/")
BY_REASON = {
    "workers/engines/registry.py": "joins the folders",
    "benchruns/commands/tpcc.py": "a comment in a shell script",
    "benchruns/results/labels.py": "how a provider's codes begin",
    "benchruns/submissions/template/columns.py": "an example in a report template",
    "portal/api/serializers/sweeps.py": "help of the API",
    "portal/api/views/series.py": "help of the API",
    "portal/pages/developer/calls.py": "a call of the API to try",
    "portal/api/description/meanings/figures.py": "help of the API",
}
# Help and examples: words of a page, which decide nothing.
TEMPLATES = {
    "trends/_feed.html",
    "compare/_head.html",
    "compare/empty.html",
    "prices/_rules.html",
    "needs/need.html",
    "guide/fairness.html",
    "guide/_data.html",
    "guide/_verdicts.html",
}


def named_in(source: str) -> set[str]:
    return naming.named_in(source, NAMES, rooms=ROOMS)


def test_modules_outside_name_no_engine_but_for_a_reason():
    """What reads the texts of tools knows the words that those print."""
    named = {
        name
        for wing in naming.WINGS
        for name in naming.modules(wing, outside=(*HOMES, *READING))
        if named_in((ROOT / name).read_text())
    }

    assert named == set(BY_REASON)


def test_templates_name_an_engine_in_help_alone_and_scripts_nowhere():
    named = {
        path
        for path in naming.templates_and_scripts()
        if NAMES.search(path.read_text())
    }

    assert named == {ROOT / "templates" / name for name in TEMPLATES}


@pytest.mark.parametrize(
    "source",
    [
        'name == "mysql"',
        'name.upper() == "MYSQL"',
        'family.label == "SQL Server"',
        '"mysql mariadb".split()',
        "from benchruns.engines import mysql",
        "import benchruns.engines.postgresql as engine",
        "def free_of_mysql(): ...",
    ],
)
def test_a_name_is_found(source):
    assert named_in(source)


def test_a_sentence_may_speak_of_an_engine():
    assert not named_in('"""Of MySQL."""\n_("On MySQL, grant it.")')
