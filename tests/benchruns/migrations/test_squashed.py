"""A new install has in one step what an older one has got in many."""

from typing import Any

from django.db.migrations.loader import MigrationLoader

from tests.benchruns.migrations.moving import StepByStep

NAMED = ("constraints", "indexes")  # in any order


def tables_by(loader: MigrationLoader) -> dict[str, Any]:
    """Fields, bases and options of each model, whatever the order of what has a name."""
    return {
        name: (
            {field: each.deconstruct()[1:] for field, each in model.fields.items()},
            model.bases,
            {
                option: {each.name: each for each in value} if option in NAMED else value
                for option, value in model.options.items()
                if value
            },
        )
        for (app, name), model in loader.project_state().models.items()
        if app == "benchruns"
    }


def test_one_step_makes_the_tables_of_all_that_it_replaces():
    at_once, step_by_step = tables_by(MigrationLoader(None)), tables_by(StepByStep(None))

    assert at_once == step_by_step
    assert len(at_once) > 50
