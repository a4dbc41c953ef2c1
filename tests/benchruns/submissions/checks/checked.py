"""A submission as its checks leave it, and the rows that it is held against."""

from benchruns.sentences.checks.table import worded_check
from benchruns.submissions.drafts import changes as drafts
from tests.factories import InstanceClassFactory, ResultFactory, UserFactory
from tests.submission_files import SETTINGS, STATEMENT, uploaded

MINUTE = {"duration_seconds": 60}


def class_of(provider, code, **columns):
    return InstanceClassFactory(provider=provider, engine="mysql", code=code, **columns)


def published(instance_class, **columns):
    row = {
        "engine": "mysql",
        "engine_version": "8.0",
        "workload": "oltp_read_write",
        "regime": "cached",
        "threads": 8,
        "tps": 100.0,
        "qps": 2000.0,
        "derived": {},
        "instance_class": instance_class,
        "provider": instance_class.provider,
        "vcpus": instance_class.vcpus,
        "memory_gb": instance_class.memory_gb,
    }
    return ResultFactory(**row | columns)


def submission(*texts, owner=None, statement=STATEMENT, settings=SETTINGS):
    owner = owner or UserFactory()
    files = [uploaded(text, name=f"run-{n}.txt") for n, text in enumerate(texts)]
    draft = drafts.begin(owner, files)
    return drafts.state(draft.pk, by=owner, statement=statement, settings_text=settings)


def check(submission, code):
    checks = map(worded_check, submission.checks)
    return next((c for c in checks if c.code == code), None)


def outcome(submission, code):
    found = check(submission, code)
    return found and found.severity
