-- What the optimizer knows of the loaded tables.
ANALYZE TABLE warehouse;
ANALYZE TABLE district;
ANALYZE TABLE customer;
ANALYZE TABLE history;
ANALYZE TABLE new_order;
ANALYZE TABLE orders;
ANALYZE TABLE order_line;
ANALYZE TABLE stock;
ANALYZE TABLE item;
