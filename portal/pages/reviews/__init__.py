"""What reviewers see and do: the queue, the decision."""
