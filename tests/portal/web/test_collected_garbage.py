"""What the garbage collector looks through while a request is answered."""

import gc

import pytest

from portal import gunicorn


@pytest.mark.django_db
def test_a_web_process_spares_the_collector_what_it_keeps_for_good():
    gc.unfreeze()  # what the tests spare themselves

    gunicorn.post_worker_init(None)

    spared, walked = gc.get_freeze_count(), len(gc.get_objects())
    assert spared > 100 * walked
