"""Which queue each Celery task waits in: ``docker/compose.yml`` has a worker for each."""

from kombu import Queue

CELERY_TASK_DEFAULT_QUEUE = "control"
CELERY_TASK_QUEUES = [
    Queue("runs"),
    Queue("control"),
    Queue("tend"),
    Queue("webhooks"),
]
# Dropping a data set may take minutes: that is for those who made it. What a user asks to
# be dropped is sent to control, which waits for no run (``portal.dispatch``).
CELERY_TASK_ROUTES = {
    "benchbook.run": {"queue": "runs"},
    "benchbook.drop_leftovers": {"queue": "runs"},
    # The regular work waits for no check: silent servers may hold those up for minutes.
    "benchbook.tend": {"queue": "tend"},
    "benchbook.tend_leftovers": {"queue": "tend"},
    "benchbook.watch": {"queue": "tend"},
    # Nor for who is told of something: a mail server may be silent, and any user may let a
    # receiver of webhooks answer slowly. Of the two processes there one is free for the other.
    "benchbook.notify": {"queue": "webhooks"},
    "benchbook.deliver": {"queue": "webhooks"},
}
