"""What an address asks for and its page does not have is said at its head."""

import pytest

from benchruns.comparison.asked import NAMES, read_asked, words_of
from tests.factories import (
    InstanceClassFactory,
    ResultFactory,
    RunFactory,
    UserFactory,
)
from tests.portal.web.test_overview import text_of

pytestmark = pytest.mark.django_db

NO_PAGE = "There is no page “99999” here: this is page 1 of 1."


@pytest.mark.parametrize(
    "path",
    [
        *("/results/", "/runs/", "/sweeps/", "/classes/", "/submissions/"),
        *("/endpoints/", "/data-sets/", "/notices/"),
        "/classes/need/?tps=1&regime=cached&engine=mysql&version=8.0&",
    ],
)
@pytest.mark.parametrize("word", ["99999", "two"])
def test_a_page_that_is_not_there_is_said_above_the_nearest(client, path, word):
    ResultFactory(engine="mysql", engine_version="8.0", regime="cached", tps=100.0)
    client.force_login(UserFactory())

    address = f"{path}page={word}" if "?" in path else f"{path}?page={word}"
    text = text_of(client.get(address))

    assert f"page “{word}”" in text or f"“{word}” is no number for page" in text
    assert "There is no page" not in text_of(client.get(path.rstrip("&")))


def test_each_of_two_lists_has_its_own_page(client):
    client.force_login(UserFactory())

    assert NO_PAGE in text_of(client.get("/submissions/?own=99999"))


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/trends/?series=zz", "There is no filter “series”."),
        ("/trends/?workloads=zz", "Did you mean “workload”?"),
        ("/trends/?engine=oracle", "There is no engine “oracle”. Known: mysql, "),
        ("/trends/?engine=mysql&engine=mariadb", "Give “engine” once."),
        ("/trends/?endpoint=zz", "There is no endpoint “zz”."),
        ("/trends/?page=zz", "There is no page “zz”."),
        ("/trends/?page=99999", "There is no page “99999”."),
        ("/trends/?page=7", "There is no page “7”."),
        ("/runs/?colour=red", "There is no filter “colour”."),
        ("/runs/?state=zz", "There is no state “zz”. Known: scheduled, "),
        ("/runs/?endpoint=zz", "There is no endpoint “zz”."),
    ],
)
def test_a_list_says_which_filter_it_has_not_and_shows_nothing(
    client, address, sentence
):
    RunFactory(visibility="public")

    page = client.get(address)

    text = text_of(page)
    assert page.status_code == 400
    assert sentence in text
    assert "Show all" in text
    assert "bb-table" not in page.text


def test_a_script_reads_in_place_of_the_rows_what_is_wrong(client):
    page = client.get("/runs/?state=zz", headers={"HX-Request": "true"})

    assert page.status_code == 200
    assert "There is no state “zz”." in page.text.split('id="runs"')[1]


def test_a_file_of_trends_is_refused_with_the_same_words(client):
    answer = client.get("/trends/?series=zz&format=csv")

    assert answer.status_code == 400
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.text == "There is no filter “series”.\n"


@pytest.mark.parametrize("results", [1, 0])
def test_a_comparison_says_which_word_it_left_out(client, results):
    asked = {"result": [str(ResultFactory().pk) for _n in range(results)]}

    text = text_of(client.get("/compare/", {**asked, "results": "xx"}))

    assert (
        "“results” is no word of a comparison; it is left out. Did you mean “result”?"
    ) in text


def test_each_word_of_a_comparison_is_known():
    row = "7f3c0000-0000-4000-8000-000000000000"
    words = {
        **{name: [row] for name in ("result", "pin", "hide", "baseline")},
        "class": ["p/mysql/c"],
        "versions": ["8.0"],
        "version": ["8.0"],
        "size": ["4x16"],
        "engine": ["mysql"],
        "managed": ["1"],
        "workload": ["tpcc"],
    }

    asked, problems = read_asked(words)

    assert not problems
    assert {name for name, _word in words_of(asked)} == set(NAMES) == set(words)


def test_the_catalogue_of_classes_says_which_filter_it_has_not(client):
    text = text_of(client.get("/classes/?providers=zz"))

    assert (
        "There is no filter “providers”; it is left out. Did you mean “provider”?"
    ) in text


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (
            "engine=oracle",
            "No class has the engine “oracle”. Known: mysql, postgresql.",
        ),
        ("engine=mysq", "No class has the engine “mysq”. Did you mean “mysql”?"),
        ("engine=mysql&engine=oracle", "No class has the engine “oracle”."),
        ("ratio=5", "No class has the ratio “5”. Known: to-4."),
        ("family=zz&vcpu=4", "No class has the family “zz”."),
    ],
)
def test_the_catalogue_of_classes_says_which_choice_no_class_has(
    client, query, sentence
):
    InstanceClassFactory(engine="mysql", vcpus=4, memory_gb=16)
    InstanceClassFactory(engine="postgresql", vcpus=4, memory_gb=16)

    assert sentence in text_of(client.get(f"/classes/?{query}"))


def test_a_choice_that_other_filters_leave_nothing_of_is_known(client):
    InstanceClassFactory(engine="mysql", vcpus=4)

    text = text_of(client.get("/classes/?engine=mysql&vcpu=8"))

    assert "No class matches." in text
    assert "No class has" not in text
