-- Does nothing: what a call costs the client and the way to the server.
CREATE PROCEDURE dbo.NOTHING
AS
BEGIN
    SET NOCOUNT ON;
    SELECT 1 AS committed;
END
