"""Uploaded test reports: read, stated, checked, reviewed, rated, rewarded."""
