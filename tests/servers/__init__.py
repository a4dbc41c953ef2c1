"""Servers of today, unpacked into a folder of their own and never installed.

    python -m tests.servers [KIND...]       fetch, start and test each

What a machine has installed is what ``make test`` runs on; here the same tests run on
other releases, started by these classes, or on the servers that ``TARGET_URLS`` names.
"""
