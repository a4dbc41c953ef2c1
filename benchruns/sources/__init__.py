"""What the papers say beside their figures: sections, facts, printed outputs, terms."""
