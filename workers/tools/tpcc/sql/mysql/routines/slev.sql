-- SLEV, both profiles (clause 2.8): how many items of a district's last 20 orders are
-- short, with fewer than so many in stock. Reads only; the COMMIT is counted.
CREATE PROCEDURE slev(IN warehouse_id INT, IN district_id INT, IN threshold INT)
SQL SECURITY INVOKER
READS SQL DATA
BEGIN
    DECLARE next_id, low_stock INT;
    DECLARE EXIT HANDLER FOR NOT FOUND
    BEGIN
        ROLLBACK;
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'SLEV: no such district';
    END;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;

    START TRANSACTION;

    SELECT d_next_o_id INTO next_id
    FROM district
    WHERE d_w_id = warehouse_id AND d_id = district_id;

    SELECT COUNT(DISTINCT s_i_id) INTO low_stock
    FROM order_line, stock
    WHERE ol_w_id = warehouse_id AND ol_d_id = district_id
        AND ol_o_id >= next_id - 20 AND ol_o_id < next_id
        AND s_w_id = warehouse_id AND s_i_id = ol_i_id AND s_quantity < threshold;

    COMMIT;

    SELECT 1 AS committed, low_stock;
END
