"""How the results of a submission look or will look: a section a load."""
