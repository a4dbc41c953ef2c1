"""Commands that go before Django's of the same name: listed first among the applications."""
