"""What is said of a run's events, as its page shows them."""

from benchruns.models import Event, Run
from benchruns.sentences.events import event_message


def of_event(event: Event) -> str:
    return event_message(event.code, event.data)


def of_events(run: Run, **like: str) -> list[str]:
    return [of_event(event) for event in run.events.filter(**like)]
