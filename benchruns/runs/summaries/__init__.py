"""All seconds of a long run as its pages show them, made once: by one writer, from its rows."""
