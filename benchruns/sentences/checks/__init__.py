"""The sentences of the checks of a submission, by check and outcome."""
