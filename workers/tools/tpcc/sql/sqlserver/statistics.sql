-- What the optimizer knows of the loaded tables: of all rows, as fresh indexes have it. A
-- sample would take the place of that.
UPDATE STATISTICS dbo.warehouse WITH FULLSCAN;
UPDATE STATISTICS dbo.district WITH FULLSCAN;
UPDATE STATISTICS dbo.customer WITH FULLSCAN;
UPDATE STATISTICS dbo.history WITH FULLSCAN;
UPDATE STATISTICS dbo.new_order WITH FULLSCAN;
UPDATE STATISTICS dbo.orders WITH FULLSCAN;
UPDATE STATISTICS dbo.order_line WITH FULLSCAN;
UPDATE STATISTICS dbo.stock WITH FULLSCAN;
UPDATE STATISTICS dbo.item WITH FULLSCAN;
