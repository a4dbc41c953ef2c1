-- The nine tables of TPC-C, clause 1.3, on MySQL and MariaDB.
--
-- latin1, as HammerDB creates them: a character is a byte, so that CHAR columns have a
-- fixed width and rows the size that the specification reckons with.
-- InnoDB keeps rows in the order of the primary key: the warehouse is its first column.
-- w_ytd and d_ytd have 14 digits in place of 12: a busy warehouse fills 12 in an hour.

CREATE TABLE warehouse (
    w_id INT NOT NULL,
    w_name VARCHAR(10) NOT NULL,
    w_street_1 VARCHAR(20) NOT NULL,
    w_street_2 VARCHAR(20) NOT NULL,
    w_city VARCHAR(20) NOT NULL,
    w_state CHAR(2) NOT NULL,
    w_zip CHAR(9) NOT NULL,
    w_tax DECIMAL(4, 4) NOT NULL,
    w_ytd DECIMAL(14, 2) NOT NULL,
    PRIMARY KEY (w_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET latin1 COLLATE latin1_swedish_ci;

CREATE TABLE district (
    d_id TINYINT NOT NULL,
    d_w_id INT NOT NULL,
    d_name VARCHAR(10) NOT NULL,
    d_street_1 VARCHAR(20) NOT NULL,
    d_street_2 VARCHAR(20) NOT NULL,
    d_city VARCHAR(20) NOT NULL,
    d_state CHAR(2) NOT NULL,
    d_zip CHAR(9) NOT NULL,
    d_tax DECIMAL(4, 4) NOT NULL,
    d_ytd DECIMAL(14, 2) NOT NULL,
    d_next_o_id INT NOT NULL,
    PRIMARY KEY (d_w_id, d_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET latin1 COLLATE latin1_swedish_ci;

CREATE TABLE customer (
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
    c_credit_lim DECIMAL(12, 2) NOT NULL,
    c_discount DECIMAL(4, 4) NOT NULL,
    c_balance DECIMAL(12, 2) NOT NULL,
    c_ytd_payment DECIMAL(12, 2) NOT NULL,
    c_payment_cnt INT NOT NULL,
    c_delivery_cnt INT NOT NULL,
    c_data VARCHAR(500) NOT NULL,
    PRIMARY KEY (c_w_id, c_d_id, c_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET latin1 COLLATE latin1_swedish_ci;

-- History has no key of its own. From MySQL 8.0.30 on it has an invisible one, since
-- servers that replicate may demand a key of every table; MariaDB skips the comment.
CREATE TABLE history (
    /*!80030 h_id BIGINT UNSIGNED NOT NULL INVISIBLE AUTO_INCREMENT PRIMARY KEY, */
    h_c_id INT NOT NULL,
    h_c_d_id TINYINT NOT NULL,
    h_c_w_id INT NOT NULL,
    h_d_id TINYINT NOT NULL,
    h_w_id INT NOT NULL,
    h_date DATETIME NOT NULL,
    h_amount DECIMAL(6, 2) NOT NULL,
    h_data VARCHAR(24) NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET latin1 COLLATE latin1_swedish_ci;

CREATE TABLE new_order (
    no_o_id INT NOT NULL,
    no_d_id TINYINT NOT NULL,
    no_w_id INT NOT NULL,
    PRIMARY KEY (no_w_id, no_d_id, no_o_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET latin1 COLLATE latin1_swedish_ci;

CREATE TABLE orders (
    o_id INT NOT NULL,
    o_d_id TINYINT NOT NULL,
    o_w_id INT NOT NULL,
    o_c_id INT NOT NULL,
    o_entry_d DATETIME NOT NULL,
    o_carrier_id TINYINT NULL,
    o_ol_cnt TINYINT NOT NULL,
    o_all_local TINYINT NOT NULL,
    PRIMARY KEY (o_w_id, o_d_id, o_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET latin1 COLLATE latin1_swedish_ci;

CREATE TABLE order_line (
    ol_o_id INT NOT NULL,
    ol_d_id TINYINT NOT NULL,
    ol_w_id INT NOT NULL,
    ol_number TINYINT NOT NULL,
    ol_i_id INT NOT NULL,
    ol_supply_w_id INT NOT NULL,
    ol_delivery_d DATETIME NULL,
    ol_quantity TINYINT NOT NULL,
    ol_amount DECIMAL(6, 2) NOT NULL,
    ol_dist_info CHAR(24) NOT NULL,
    PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)
) ENGINE = InnoDB DEFAULT CHARACTER SET latin1 COLLATE latin1_swedish_ci;

CREATE TABLE stock (
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
    s_data VARCHAR(50) NOT NULL,
    PRIMARY KEY (s_w_id, s_i_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET latin1 COLLATE latin1_swedish_ci;

CREATE TABLE item (
    i_id INT NOT NULL,
    i_im_id INT NOT NULL,
    i_name VARCHAR(24) NOT NULL,
    i_price DECIMAL(5, 2) NOT NULL,
    i_data VARCHAR(50) NOT NULL,
    PRIMARY KEY (i_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET latin1 COLLATE latin1_swedish_ci;
