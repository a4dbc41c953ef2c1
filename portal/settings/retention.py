"""For how many days samples, raw output, drafts and the audit log stay; 0: for ever."""

import environ

env = environ.Env()

RETENTION_DAYS = {
    "samples": env.int("RETAIN_SAMPLE_DAYS", default=0),
    "output": env.int("RETAIN_OUTPUT_DAYS", default=0),
    "drafts": env.int("RETAIN_DRAFT_DAYS", default=0),
    "audit": env.int("RETAIN_AUDIT_DAYS", default=0),
}
for _kind, _days in RETENTION_DAYS.items():
    # More is no date any more.
    if not 0 <= _days <= 36_500:
        raise environ.ImproperlyConfigured(
            f"How many days {_kind} stay is from 1 to 36500, or 0: for ever"
        )
