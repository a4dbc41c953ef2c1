"""The commands of a white paper that repeat its rows: whole for one, what to change for the others."""

import shlex
from itertools import pairwise

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.commands.example import measuring_command
from benchruns.engines import ENGINES
from benchruns.models import Result
from benchruns.reports.whitepaper import basis_of
from benchruns.reports.whitepaper.commands import reproducing_commands
from benchruns.reproduction.reproduce import reproduce
from tests import published_database

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


def commands_of(engine, slug):
    """Each with the section that it is of."""
    sections = basis_of(engine, slug, user=AnonymousUser()).sections
    found = reproducing_commands(sections)
    return [(each, made) for each in sections for made in found[each.key]]


def measured_by(text):
    """The words of the measuring command in what is printed."""
    step = text.split("# measure\n")[1].split("\n\n")[0]
    return shlex.split(step.replace("\\\n", " ").partition(" < ")[0])


def changed(words, options):
    """The same command with other values of these options."""
    given, found = shlex.split(options), list(words)
    for option, value in pairwise([*given, ""]):
        if option.startswith("--"):
            same = [
                n for n, word in enumerate(found) if name_of(word) == name_of(option)
            ]
            found[same[0]] = option
        elif option.startswith("-"):
            same = [
                n
                for n, (word, old) in enumerate(pairwise(found))
                if word == option and name_of(old) == name_of(value)
            ]
            found[same[0] + 1] = value
    return found


def name_of(word):
    """``scale`` of ``scale=10``; empty of a value that has none."""
    return word.partition("=")[0] if "=" in word else ""


def command_of(row):
    result = Result.objects.select_related("campaign").get(pk=row.id)
    family = ENGINES[result.engine].family
    made = reproduce(result, family=family)
    command = measuring_command(made.workload, made.parameters, family=family)
    return shlex.split(command.replace("-db=DB", "-db=DATABASE"))


VERSIONS = [
    *[("mysql", "8.0"), ("mysql", "5.7"), ("postgresql", "12")],
    *[("postgresql", "unstated"), ("sqlserver", "2012-ee")],
]


@pytest.mark.parametrize("version", VERSIONS, ids="-".join)
def test_each_row_that_can_be_repeated_has_its_command_or_what_to_change(version):
    found = commands_of(*version)

    assert found
    for section, made in found:
        bars = [
            c.bar(s, is_beside=False)
            for s in section.series
            for c in section.categories
        ]
        rows = {row.id: row for row in bars if row}
        by_place = {}
        for row in rows.values():
            if row.regime == made.row.regime and row.workload == made.row.workload:
                by_place.setdefault(row.place, []).append(command_of(row))
        words = measured_by(made.text)
        assert words in by_place[made.row.place]
        for place in made.alike:
            assert words in by_place[place]
        for change in made.changes:
            for place in change.places:
                assert changed(words, change.options) in by_place[place]
        told = {
            made.row.place,
            *made.alike,
            *(p for c in made.changes for p in c.places),
        }
        assert told == set(by_place)


def test_what_other_classes_take_is_told_by_the_options_alone():
    """The printed commands stood for the smallest class, and nothing said so."""
    cached = next(made for _section, made in commands_of("mysql", "8.0"))

    assert cached.changes
    assert all(each.options.startswith("--") for each in cached.changes)
    assert not any("--mysql-" in each.options for each in cached.changes)
