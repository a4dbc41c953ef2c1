"""Who did what, from where, when: rows that are only ever added."""
