"""Forms of pages: what a browser sends, checked before the domain sees it."""
