"""The catalogue of instance classes: filters, facets, columns, best figures."""
