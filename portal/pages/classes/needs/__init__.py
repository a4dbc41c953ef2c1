"""``/classes/need/``: the answer as page, bars, paper and table."""
