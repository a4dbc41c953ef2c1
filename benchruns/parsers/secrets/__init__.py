"""A guard at the door: passwords and tokens in uploaded texts are blanked."""
