"""The catalogue as staff enter it by the API."""
