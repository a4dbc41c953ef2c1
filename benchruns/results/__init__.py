"""Results as they are shown and checked: rows, labels, versions, published figures."""
