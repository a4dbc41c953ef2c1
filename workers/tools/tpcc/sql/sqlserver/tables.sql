-- The nine tables of TPC-C, clause 1.3, on SQL Server 2008 R2 and later.
--
-- They are heaps until they are full: bulk copies with TABLOCK then run side by side, and
-- indexes.sql sorts each table once into its clustered key.
-- Padding gives a warehouse or a district a page of its own, as HammerDB does, so that
-- virtual users do not meet on a page; a NULL of a fixed width takes its whole width.
-- w_ytd and d_ytd have 14 digits in place of 12: a busy warehouse fills 12 in an hour.
-- A row lock is never traded for a lock on its table.

CREATE TABLE dbo.warehouse (
    w_id INT NOT NULL,
    w_name VARCHAR(10) NOT NULL,
    w_street_1 VARCHAR(20) NOT NULL,
    w_street_2 VARCHAR(20) NOT NULL,
    w_city VARCHAR(20) NOT NULL,
    w_state CHAR(2) NOT NULL,
    w_zip CHAR(9) NOT NULL,
    w_tax NUMERIC(4, 4) NOT NULL,
    w_ytd NUMERIC(14, 2) NOT NULL,
    w_padding CHAR(4000) NULL
);

CREATE TABLE dbo.district (
    d_id TINYINT NOT NULL,
    d_w_id INT NOT NULL,
    d_name VARCHAR(10) NOT NULL,
    d_street_1 VARCHAR(20) NOT NULL,
    d_street_2 VARCHAR(20) NOT NULL,
    d_city VARCHAR(20) NOT NULL,
    d_state CHAR(2) NOT NULL,
    d_zip CHAR(9) NOT NULL,
    d_tax NUMERIC(4, 4) NOT NULL,
    d_ytd NUMERIC(14, 2) NOT NULL,
    d_next_o_id INT NOT NULL,
    d_padding CHAR(6000) NULL
);

CREATE TABLE dbo.customer (
    c_id INT NOT NULL,
    c_d_id TINYINT NOT NULL,
    c_w_id INT NOT NULL,
    c_first VARCHAR(16) NOT NULL,
    c_middle CHAR(2) NOT NULL,
    c_last VARCHAR(16) NOT NULL,
    c_street_1 VARCHAR(20) NOT NULL,
    c_street_2 VARCHAR(20) NOT NULL,
    c_city VARCHAR(20) NOT NULL,
    c_state CHAR(2) NOT NULL,
    c_zip CHAR(9) NOT NULL,
    c_phone CHAR(16) NOT NULL,
    c_since DATETIME NOT NULL,
    c_credit CHAR(2) NOT NULL,
    c_credit_lim NUMERIC(12, 2) NOT NULL,
    c_discount NUMERIC(4, 4) NOT NULL,
    c_balance NUMERIC(12, 2) NOT NULL,
    c_ytd_payment NUMERIC(12, 2) NOT NULL,
    c_payment_cnt INT NOT NULL,
    c_delivery_cnt INT NOT NULL,
    c_data VARCHAR(500) NOT NULL
);

-- History has no key of its own, and stays a heap.
CREATE TABLE dbo.history (
    h_c_id INT NOT NULL,
    h_c_d_id TINYINT NOT NULL,
    h_c_w_id INT NOT NULL,
    h_d_id TINYINT NOT NULL,
    h_w_id INT NOT NULL,
    h_date DATETIME NOT NULL,
    h_amount NUMERIC(6, 2) NOT NULL,
    h_data VARCHAR(24) NOT NULL
);

CREATE TABLE dbo.new_order (
    no_o_id INT NOT NULL,
    no_d_id TINYINT NOT NULL,
    no_w_id INT NOT NULL
);

CREATE TABLE dbo.orders (
    o_id INT NOT NULL,
    o_d_id TINYINT NOT NULL,
    o_w_id INT NOT NULL,
    o_c_id INT NOT NULL,
    o_entry_d DATETIME NOT NULL,
    o_carrier_id TINYINT NULL,
    o_ol_cnt TINYINT NOT NULL,
    o_all_local TINYINT NOT NULL
);

CREATE TABLE dbo.order_line (
    ol_o_id INT NOT NULL,
    ol_d_id TINYINT NOT NULL,
    ol_w_id INT NOT NULL,
    ol_number TINYINT NOT NULL,
    ol_i_id INT NOT NULL,
    ol_supply_w_id INT NOT NULL,
    ol_delivery_d DATETIME NULL,
    ol_quantity TINYINT NOT NULL,
    ol_amount NUMERIC(6, 2) NOT NULL,
    ol_dist_info CHAR(24) NOT NULL
);

CREATE TABLE dbo.stock (
    s_i_id INT NOT NULL,
    s_w_id INT NOT NULL,
    s_quantity SMALLINT NOT NULL,
    s_dist_01 CHAR(24) NOT NULL,
    s_dist_02 CHAR(24) NOT NULL,
    s_dist_03 CHAR(24) NOT NULL,
    s_dist_04 CHAR(24) NOT NULL,
    s_dist_05 CHAR(24) NOT NULL,
    s_dist_06 CHAR(24) NOT NULL,
    s_dist_07 CHAR(24) NOT NULL,
    s_dist_08 CHAR(24) NOT NULL,
    s_dist_09 CHAR(24) NOT NULL,
    s_dist_10 CHAR(24) NOT NULL,
    s_ytd BIGINT NOT NULL,
    s_order_cnt INT NOT NULL,
    s_remote_cnt INT NOT NULL,
    s_data VARCHAR(50) NOT NULL
);

CREATE TABLE dbo.item (
    i_id INT NOT NULL,
    i_im_id INT NOT NULL,
    i_name VARCHAR(24) NOT NULL,
    i_price NUMERIC(5, 2) NOT NULL,
    i_data VARCHAR(50) NOT NULL
);

EXECUTE (N'ALTER TABLE dbo.warehouse SET (LOCK_ESCALATION = DISABLE)');
EXECUTE (N'ALTER TABLE dbo.district SET (LOCK_ESCALATION = DISABLE)');
EXECUTE (N'ALTER TABLE dbo.customer SET (LOCK_ESCALATION = DISABLE)');
EXECUTE (N'ALTER TABLE dbo.history SET (LOCK_ESCALATION = DISABLE)');
EXECUTE (N'ALTER TABLE dbo.new_order SET (LOCK_ESCALATION = DISABLE)');
EXECUTE (N'ALTER TABLE dbo.orders SET (LOCK_ESCALATION = DISABLE)');
EXECUTE (N'ALTER TABLE dbo.order_line SET (LOCK_ESCALATION = DISABLE)');
EXECUTE (N'ALTER TABLE dbo.stock SET (LOCK_ESCALATION = DISABLE)');
EXECUTE (N'ALTER TABLE dbo.item SET (LOCK_ESCALATION = DISABLE)');
