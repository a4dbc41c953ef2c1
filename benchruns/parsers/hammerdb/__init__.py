"""HammerDB's log and its JSON report of a job."""
