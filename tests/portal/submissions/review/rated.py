"""A submission with what programs found of it, its page, and a decision on it."""

from benchruns.models import Submission
from benchruns.submissions.review import moves
from tests.benchruns.submissions.checks.checked import class_of, published, submission
from tests.benchruns.submissions.review.under_review import submitted
from tests.factories import ProviderFactory
from tests.submission_files import sysbench_text

FAR = (
    "600 TPS, 6 times the 100 that the vendor itself reached with this class under this "
    "load."
)
QUEUE = "/submissions/review/"
CHECKS = [
    {"code": code, "severity": outcome, "message": f"It is {code}."}
    for code, outcome in (
        ("complete", "note"),
        ("readable", "ok"),
        ("plausible", "caution"),
        ("samples", "caution"),
    )
]
RATING = {
    "total": 83,
    "of": 100,
    "grade": "excellent",
    "lines": [
        {
            "code": "repeats",
            "label": "Repeats",
            "points": 25,
            "of": 25,
            "sentence": "Each load was run 5 times.",
        }
    ],
}


def rated(**columns):
    """A submitted one with what programs found of it."""
    one = submitted(**columns)
    Submission.objects.filter(pk=one.pk).update(checks=CHECKS, rating=RATING)
    one.refresh_from_db()
    return one


def far_above_its_class():
    """Five whole runs of about 600 TPS, of a class whose vendor has 100."""
    provider = ProviderFactory(slug="alibaba-cloud", name="Alibaba Cloud")
    published(class_of(provider, "rds.mysql.t1.small", vcpus=1, memory_gb=1), tps=100.0)
    made = submission(*(sysbench_text(tps=600 + more) for more in range(5)))
    return moves.submit(made.pk, by=made.owner)


def words_of_html(answer):
    return " ".join(answer.content.decode().split())


def page_of(client, one, query=""):
    answer = client.get(f"/submissions/{one.pk}/{query}")
    assert answer.status_code == 200
    return answer


def decide(client, one, move, *, version=1, follow=True, **given):
    return client.post(
        f"/submissions/{one.pk}/decide/",
        {"move": move, "version": version, **given},
        follow=follow,
    )
