"""What a user does to a run: name it, cancel it, publish it, delete it."""
