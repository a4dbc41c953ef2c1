"""Loads of one's own: scripts that staff put into a folder of the load generators."""
