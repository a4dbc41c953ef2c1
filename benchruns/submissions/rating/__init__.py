"""What a report is worth by the rubric: the score that a reviewer is proposed."""
