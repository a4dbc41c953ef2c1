"""Keys of schedules, where they say something else than of a run."""

SCHEDULES = {
    "crontab": "Its times as crond reads them; null where it has an interval.",
    "due_at": "When it should have been.",
    "ends_at": "When it is over; null for never.",
    "every_seconds": "Its interval in seconds; null where it has a crontab.",
    "failed_in_row": "How many of its last times failed, one after the other.",
    "is_by_hand": "Whether somebody started it beside its times.",
    "is_paused": "Whether it starts nothing for now.",
    "last_runs": "The runs of its last five times, newest first.",
    "missed": "How many of its times passed while Benchbook was not running.",
    "next_times": "When it is due next, five times at most.",
    "pause_reason": "Why it is paused, in words.",
    "paused_at": "Since when it is paused.",
    "paused_for": "Why it is paused: by_hand, by_staff, failures, endpoint_gone, token_ended or "
    "account_closed.",
    "request": "What it asks for each time, with the keys of a run.",
    "reproduce": "The id of the published result that it repeats.",
    "schedule": "The id of the schedule that started it.",
    "starts_at": "Before which nothing is due.",
    "time_zone": "Of its crontab.",
    "until": "The last of the times that were missed.",
    "when_busy": "What to do when the server has other runs: skip or queue.",
}
