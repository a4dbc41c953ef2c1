"""Schedules: their times, what is started when, and what came of it."""
