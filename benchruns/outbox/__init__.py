"""What webhooks are to be told, written with what happened; ``benchruns.webhooks`` sends it."""
