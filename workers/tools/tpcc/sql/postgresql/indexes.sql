-- Keys and indexes, after the load. Stock is looked up by item first, as HammerDB has it.
ALTER TABLE warehouse ADD CONSTRAINT warehouse_key PRIMARY KEY (w_id);
ALTER TABLE district ADD CONSTRAINT district_key PRIMARY KEY (d_w_id, d_id);
ALTER TABLE customer ADD CONSTRAINT customer_key PRIMARY KEY (c_w_id, c_d_id, c_id);
ALTER TABLE new_order ADD CONSTRAINT new_order_key PRIMARY KEY (no_w_id, no_d_id, no_o_id);
ALTER TABLE orders ADD CONSTRAINT orders_key PRIMARY KEY (o_w_id, o_d_id, o_id);
ALTER TABLE order_line ADD CONSTRAINT order_line_key PRIMARY KEY (
    ol_w_id, ol_d_id, ol_o_id, ol_number
);
ALTER TABLE stock ADD CONSTRAINT stock_key PRIMARY KEY (s_i_id, s_w_id);
ALTER TABLE item ADD CONSTRAINT item_key PRIMARY KEY (i_id);

-- Customers by last name, in the order of their first names.
CREATE INDEX customer_name ON customer (c_w_id, c_d_id, c_last, c_first, c_id);

-- The last order of a customer.
CREATE INDEX orders_customer ON orders (o_w_id, o_d_id, o_c_id, o_id);
