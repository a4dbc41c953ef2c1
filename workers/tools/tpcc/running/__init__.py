"""``run`` and ``ceiling``: virtual users in processes, and what they and the server count."""
