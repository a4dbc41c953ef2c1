"""The list of all results, and the page of one."""
