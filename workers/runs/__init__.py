"""One run, carried out: its lease, its phases, its data, its tool."""
