-- The lock belongs to the session and to master, so that it is the server's.
DECLARE @granted int;
EXEC @granted = master.sys.sp_getapplock
    @Resource = N'benchbook_drops',
    @LockMode = N'Exclusive',
    @LockOwner = N'Session',
    @LockTimeout = 0;
SELECT @granted AS granted;
