"""The words of this portal, told to a newcomer."""
