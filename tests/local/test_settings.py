"""Each setting is documented where an administrator looks for it."""

import ast
import os
import re
import subprocess
import sys

import pytest

from local.places import ROOT


def settings_read() -> list[str]:
    """The first argument of every ``env.<kind>(...)`` call in the settings."""
    return sorted(
        call.args[0].value
        for module in (ROOT / "portal/settings").glob("*.py")
        for call in ast.walk(ast.parse(module.read_text()))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "env"
    )


def test_settings_are_found():
    assert {"SECRET_KEY", "DATABASE_URL", "REDIS_URL"} <= set(settings_read())


@pytest.mark.parametrize("name", settings_read())
def test_a_setting_is_in_the_example(name):
    text = (ROOT / "env.example").read_text()

    assert re.search(rf"^(# )?{name}=", text, re.MULTILINE)


@pytest.mark.parametrize("name", settings_read())
def test_a_setting_is_in_the_readme(name):
    text = (ROOT / "README.md").read_text()

    assert re.search(rf"^\| `{name}` \|", text, re.MULTILINE)


def test_days_of_retention_that_are_none_end_the_start():
    program = [sys.executable, "-c", "import portal.settings"]
    wrong = os.environ | {"RETAIN_OUTPUT_DAYS": "-1"}

    ended = subprocess.run(
        program, cwd=ROOT, env=wrong, capture_output=True, text=True, check=False
    )

    assert ended.returncode
    assert "How many days output stay is from 1 to 36500" in ended.stderr
