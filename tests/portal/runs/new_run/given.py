"""What the form is sent, and the text of its page."""

from benchruns.workloads import WORKLOADS

PARAMETERS = WORKLOADS["oltp_read_write"].clean(
    {"warmup_seconds": 10, "duration_seconds": 60}
)


def text_of(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def given_for(endpoint, **changes):
    return {
        "endpoint": endpoint.pk,
        "workload": "oltp_read_write",
        "when": "now",
        **{k: v for k, v in PARAMETERS.items() if v not in (None, False)},
        **changes,
    }
