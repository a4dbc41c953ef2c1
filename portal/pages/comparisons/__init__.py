"""Results side by side: the page of a comparison, its charts, its switches."""
