"""Where a script of one's own lies beside what lets it know the tables."""

import pytest

from tests.own_scripts import LUA
from workers.tools.custom.drivers import CustomSysbenchDriver


@pytest.mark.parametrize("name", ["orders", "benchbook_own", "benchbook_custom"])
def test_a_script_of_any_name_lies_beside_its_wrapper(settings, tmp_path, name):
    settings.LOADGEN_SCRIPTS = str(tmp_path)
    (tmp_path / f"{name}.lua").write_text(LUA)

    script = CustomSysbenchDriver("custom_sysbench", {"script": name}).script

    assert script.name == f"./{name}.lua"
    wrapper = script.written[f"{name}.lua"]
    (wrapped,) = set(script.written) - {f"{name}.lua"}
    assert f'dofile("{wrapped}")' in wrapper
    assert script.written[wrapped] == LUA
