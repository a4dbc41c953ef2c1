"""What a page is looked at for is noticed; ``test_hostile_names`` looks at every page."""

from django.http import HttpResponse

from tests.looks import Looks

AT_FAULT = '<a aria-label="Account">AN</a> since 30 May 2026 <button>Log out</button>'


def test_each_fault_of_a_page_is_noticed_once():
    looks = Looks()

    looks.look(HttpResponse(AT_FAULT), "/runs/", "ann: /runs/")
    looks.look(HttpResponse(AT_FAULT), "/results/", "ann: /results/")

    assert {kind for kind, _ in looks.found} == {
        "misnamed control",
        "other way to write a day",
        "kept by caches",
    }
    assert {*looks.found.values()} == {"ann: /runs/"}
    assert looks.own == {"/runs/", "/results/"}


def test_what_programs_read_is_no_page():
    looks = Looks()

    looks.look(HttpResponse(AT_FAULT), "/api/v1/", "ann")
    looks.look(HttpResponse(AT_FAULT, content_type="text/csv"), "/runs/", "ann")

    assert (looks.found, looks.pages) == ({}, 0)
