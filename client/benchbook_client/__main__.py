"""``python -m benchbook_client`` is ``benchbook``."""

from benchbook_client.commands import app

app(prog_name="benchbook")
