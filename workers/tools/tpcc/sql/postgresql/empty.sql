-- Does nothing: what a call costs the client and the way to the server.
CREATE FUNCTION nothing(OUT committed INTEGER)
LANGUAGE plpgsql AS $$
BEGIN
    committed := 1;
END
$$
