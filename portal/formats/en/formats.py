"""Days and moments on pages: ISO 8601, and a moment names its zone (``FORMAT_MODULE_PATH``)."""

DATE_FORMAT = SHORT_DATE_FORMAT = "Y-m-d"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "Y-m-d H:i T"
