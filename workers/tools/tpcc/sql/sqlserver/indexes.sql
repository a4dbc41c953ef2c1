-- Keys and indexes, after the load. The key of a table is the order of its rows.
ALTER TABLE dbo.warehouse ADD CONSTRAINT warehouse_key PRIMARY KEY CLUSTERED (w_id);
ALTER TABLE dbo.district ADD CONSTRAINT district_key PRIMARY KEY CLUSTERED (d_w_id, d_id);
ALTER TABLE dbo.customer ADD CONSTRAINT customer_key PRIMARY KEY CLUSTERED (c_w_id, c_d_id, c_id);
ALTER TABLE dbo.new_order ADD CONSTRAINT new_order_key PRIMARY KEY CLUSTERED (no_w_id, no_d_id, no_o_id);
ALTER TABLE dbo.orders ADD CONSTRAINT orders_key PRIMARY KEY CLUSTERED (o_w_id, o_d_id, o_id);
ALTER TABLE dbo.order_line ADD CONSTRAINT order_line_key PRIMARY KEY CLUSTERED (ol_w_id, ol_d_id, ol_o_id, ol_number);
ALTER TABLE dbo.stock ADD CONSTRAINT stock_key PRIMARY KEY CLUSTERED (s_w_id, s_i_id);
ALTER TABLE dbo.item ADD CONSTRAINT item_key PRIMARY KEY CLUSTERED (i_id);

-- Customers by last name, in the order of their first names.
CREATE UNIQUE NONCLUSTERED INDEX customer_name ON dbo.customer (c_w_id, c_d_id, c_last, c_first, c_id);

-- The last order of a customer.
CREATE UNIQUE NONCLUSTERED INDEX orders_customer ON dbo.orders (o_w_id, o_d_id, o_c_id, o_id);
