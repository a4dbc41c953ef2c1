"""What older releases stored of uploads, brought to the rules of today."""
