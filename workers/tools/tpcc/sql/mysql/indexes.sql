-- After the load: an index of a full table is built by sorting, which is quicker.

-- Customers by last name, in the order of their first names.
ALTER TABLE customer ADD INDEX customer_name (c_w_id, c_d_id, c_last, c_first, c_id);

-- The last order of a customer.
ALTER TABLE orders ADD INDEX orders_customer (o_w_id, o_d_id, o_c_id, o_id);
