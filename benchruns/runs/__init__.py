"""Runs from the request to the result: plan, queue, data, sweeps, series, report."""
