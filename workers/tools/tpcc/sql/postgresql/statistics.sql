-- What the planner knows of the loaded tables. Vacuum sets the visibility map and hint
-- bits now, so that the first minutes of the load do not.
VACUUM ANALYZE warehouse;
VACUUM ANALYZE district;
VACUUM ANALYZE customer;
VACUUM ANALYZE history;
VACUUM ANALYZE new_order;
VACUUM ANALYZE orders;
VACUUM ANALYZE order_line;
VACUUM ANALYZE stock;
VACUUM ANALYZE item;
