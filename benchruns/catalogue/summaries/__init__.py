"""What is kept of all results of a class: asked where it holds, written by one writer."""
