"""What beat reads of the database: the end of a test deletes it, and beat lives on.

Beat knows its tasks from its start on, but reads them anew after five minutes: one that finds
none sends nothing any more, and what waits for its looks waits in vain.
"""

from django_celery_beat.models import CrontabSchedule, IntervalSchedule, PeriodicTask


class BeatRows:
    """``keep`` them at the end of a test, ``give_back`` at the beginning of the next."""

    def __init__(self) -> None:
        self._tasks: list[PeriodicTask] = []

    def keep(self) -> None:
        tasks = list(PeriodicTask.objects.select_related("interval", "crontab"))
        if len(tasks) >= len(self._tasks):  # beat may just have been started
            self._tasks = tasks

    def give_back(self) -> None:
        """No word to beat, which has them still."""
        if PeriodicTask.objects.exists():
            return
        for model, name in (
            (IntervalSchedule, "interval"),
            (CrontabSchedule, "crontab"),
        ):
            rows = {getattr(each, name) for each in self._tasks} - {None}
            model.objects.bulk_create(rows, ignore_conflicts=True)
        PeriodicTask.objects.bulk_create(self._tasks)
