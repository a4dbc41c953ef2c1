"""The catalogue of instance classes, the page of each, needs and prices."""
