"""Public pages put by for readers who are not logged in, as long as no row of them changes.

And answers of live runs, for a second. In the memory of each web process, 300 at most: from Redis one would cost as much as all the rest.
"""
