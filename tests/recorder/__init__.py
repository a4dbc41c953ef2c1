"""What Benchbook answers and stores for one fixed data set, to compare before and after.

    python -m tests.recorder FOLDER         write every answer and every stored row
    python -m tests.recorder OLD NEW        compare two such folders

A change that must not be seen by anybody leaves both folders equal.
"""
