"""What every request passes and every page needs."""
