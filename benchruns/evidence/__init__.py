"""What a run's figures rest on: regime, bottleneck, steadiness, what its tool said."""
