"""The catalogue as staff enter it: providers, classes, files of them, who changed what."""
