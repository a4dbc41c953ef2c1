"""Staff's stop of all load: while it stands, nothing is claimed and no tool runs on."""
