"""What a comparison puts side by side: figures, ratios, prices, scaling."""
