-- Does nothing: what a call costs the client and the way to the server.
CREATE PROCEDURE nothing()
SQL SECURITY INVOKER
SELECT 1 AS committed
