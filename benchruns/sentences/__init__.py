"""The sentences of all codes, rendered for who reads them; rows hold codes and values."""
