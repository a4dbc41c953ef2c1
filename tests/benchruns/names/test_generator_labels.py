"""Labels of load generators, as somebody asks for them."""

import pytest

from benchruns.names.generator_labels import asked_labels, typed, typed_labels
from benchruns.names.unfit import Unfit


def test_labels_are_typed_with_commas_and_read_back():
    found = typed_labels(" region = cn-hangzhou ,rack=4,\n team=data  base")

    assert found == {"region": "cn-hangzhou", "rack": "4", "team": "data base"}
    assert typed_labels(typed(found)) == found
    assert typed_labels("  ") == {}


@pytest.mark.parametrize(
    "text",
    ["rack", "=4", "rack=", "a=b=c", "rack=4,5", "r\u200back=4", f"a={'b' * 81}"],
)
def test_what_is_no_label_is_refused(text):
    with pytest.raises(Unfit):
        typed_labels(text)


def test_more_than_ten_are_refused():
    with pytest.raises(Unfit, match="10 labels"):
        asked_labels({f"n{number}": "x" for number in range(11)})
