"""When a schedule runs, as it is typed."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.models import Schedule
from benchruns.names import labels
from benchruns.schedules.times import LONGEST_SECONDS, SHORTEST_SECONDS, Rhythm
from benchruns.vocabulary import WhenBusy
from portal.forms.styled import style

CRONTAB, INTERVAL = "crontab", "interval"
UNITS = {
    "1": gettext_lazy("seconds"),
    "60": gettext_lazy("minutes"),
    "3600": gettext_lazy("hours"),
    "86400": gettext_lazy("days"),
}
LOCAL = "%Y-%m-%dT%H:%M"
LOCAL_SECONDS = f"{LOCAL}:%S"
EARLIEST, LATEST = 1970, 9000  # years in which a zone can be computed


def _local(label: Any, help_text: Any = "") -> forms.DateTimeField:
    return forms.DateTimeField(
        label=label,
        required=False,
        help_text=help_text,
        input_formats=[LOCAL, LOCAL_SECONDS],
        widget=forms.DateTimeInput({"type": "datetime-local"}, format=LOCAL),
    )


class ScheduleForm(forms.Form):
    """``rhythm`` is what was typed, once the form is valid."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=labels.LONGEST_NAME,
        help_text=gettext_lazy("Its runs bear it, too."),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Repeat"),
        choices=(
            (CRONTAB, gettext_lazy("At set times")),
            (INTERVAL, gettext_lazy("At an interval")),
        ),
        initial=CRONTAB,
        widget=forms.RadioSelect,
    )
    crontab = forms.CharField(
        label=gettext_lazy("Times, as in crontab"),
        required=False,
        max_length=200,
        initial="0 3 * * *",
        help_text=gettext_lazy(
            "Minute, hour, day of the month, month, day of the week. “0 3 * * *” is each day "
            "at 03:00, “30 2 * * mon-fri” each working day at 02:30, “0 */6 * * *” every six hours. "
            "Where the clock skips an hour, a fixed time in it comes right after; where it "
            "repeats one, once. With * in front of minute or hour nothing is due in an hour "
            "that is skipped, and all again in one that is repeated."
        ),
        widget=forms.TextInput({"spellcheck": "false", "autocapitalize": "off"}),
    )
    every = forms.IntegerField(label=gettext_lazy("Every"), required=False, min_value=1)
    unit = forms.ChoiceField(
        label=gettext_lazy("Unit"),
        choices=UNITS.items(),
        initial="3600",
        required=False,
    )
    time_zone = forms.CharField(
        label=gettext_lazy("Time zone"),
        max_length=64,
        initial="UTC",
        help_text=gettext_lazy("Of the times on this form, as Europe/Berlin."),
        widget=forms.TextInput({"spellcheck": "false", "data-time-zone": ""}),
    )
    starts_at = _local(gettext_lazy("Not before"), gettext_lazy("Empty: from now on."))
    ends_at = _local(gettext_lazy("Not after"), gettext_lazy("Empty: without end."))
    when_busy = forms.ChoiceField(
        label=gettext_lazy("If the server has other runs then"),
        choices=WhenBusy.choices,
        initial=WhenBusy.SKIP,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        style(self)

    def clean_name(self) -> str:
        try:
            return labels.run_name(self.cleaned_data["name"])
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error

    def clean_time_zone(self) -> str:
        zone: str = self.cleaned_data["time_zone"].strip()
        if zone not in available_timezones():
            text = _("There is no such time zone. Give a name as Europe/Berlin or UTC.")
            raise forms.ValidationError(text)
        return zone

    def clean(self) -> dict[str, Any]:  # values by field
        values: dict[str, Any] = super().clean() or {}
        if values.get("kind") == INTERVAL:
            self._clean_interval(values)
        elif not values.get("crontab") and "crontab" not in self.errors:
            self.add_error("crontab", _("Give the times, or choose an interval."))
        if "time_zone" in values:
            for name in ("starts_at", "ends_at"):
                values[name] = self._in_utc(name, values)
        return values

    def _clean_interval(self, values: dict[str, Any]) -> None:
        if values.get("every") is None:
            if "every" not in self.errors:
                self.add_error("every", _("Give a number, such as 6."))
            return
        seconds = values["every"] * int(values.get("unit") or 3600)
        if not SHORTEST_SECONDS <= seconds <= LONGEST_SECONDS:
            self.add_error("every", _("Give from a minute to a year."))

    def _in_utc(self, name: str, values: dict[str, Any]) -> datetime | None:
        given: datetime | None = values.get(name)
        if given is None:
            return None
        if not EARLIEST <= given.year <= LATEST:
            self.add_error(name, _("Give a day of this century."))
            return None
        zone = ZoneInfo(values["time_zone"])
        return given.replace(tzinfo=zone).astimezone(UTC)

    def rhythm(self, *, of: Schedule | None = None) -> Rhythm:
        """Of a schedule that is there, a start that is empty stays what it was, and so does
        each moment that was left as it is shown."""
        values = self.cleaned_data
        is_interval = values["kind"] == INTERVAL
        start, end = (of.starts_at, of.ends_at) if of else (None, None)
        return Rhythm(
            crontab="" if is_interval else values["crontab"].strip(),
            every_seconds=values["every"] * int(values["unit"] or 3600)
            if is_interval
            else None,
            time_zone=values["time_zone"],
            starts_at=_moment(values["starts_at"], start) or start or timezone.now(),
            ends_at=_moment(values["ends_at"], end),
        )


def _moment(given: datetime | None, was: datetime | None) -> datetime | None:
    """No form shows less than a second: what differs by that alone was not changed."""
    return was if was and given == was.replace(microsecond=0) else given


def initial_of(schedule: Schedule) -> dict[str, Any]:
    """The values of the form for a schedule that is there."""
    zone = ZoneInfo(schedule.time_zone)
    values: dict[str, Any] = {
        "name": schedule.name,
        "kind": INTERVAL if schedule.every_seconds else CRONTAB,
        "time_zone": schedule.time_zone,
        "starts_at": _typed(schedule.starts_at, zone),
        "when_busy": schedule.when_busy,
    }
    if schedule.ends_at is not None:
        values["ends_at"] = _typed(schedule.ends_at, zone)
    if schedule.every_seconds is None:
        return values | {"crontab": schedule.crontab}
    unit = next(u for u in reversed(UNITS) if schedule.every_seconds % int(u) == 0)
    return values | {"every": schedule.every_seconds // int(unit), "unit": unit}


def _typed(moment: datetime, zone: ZoneInfo) -> str:
    local = moment.astimezone(zone)
    return local.strftime(LOCAL_SECONDS if local.second else LOCAL)
