"""Parameters to start from, sized for the server that they are for."""
