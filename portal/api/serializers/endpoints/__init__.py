"""An endpoint as it is asked for, and as it is told."""
