"""What is true: catalogue, results, runs, and the rules about them."""
