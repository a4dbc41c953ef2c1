-- profile hammerdb
-- DELIVERY as HammerDB has it on MySQL: the oldest new order of each of the ten districts
-- goes to a carrier; a district that has none is skipped.
-- profile spec
-- DELIVERY by clause 2.7 of the TPC-C specification: the oldest new order of each of the
-- ten districts goes to a carrier; a district that has none is skipped.
-- both profiles
--
-- profile hammerdb
-- Unlike the specification: c_delivery_cnt stays. The lock on a new order keeps two
-- deliveries from delivering it twice.
-- profile spec
-- The lock on a new order keeps two deliveries from delivering it twice.
-- both profiles
CREATE PROCEDURE delivery(IN warehouse_id INT, IN carrier_id INT)
SQL SECURITY INVOKER
MODIFIES SQL DATA
BEGIN
    DECLARE district_id INT DEFAULT 1;
    DECLARE order_id, customer_id INT;
    DECLARE delivered INT DEFAULT 0;
    DECLARE total DECIMAL(12, 2);
    DECLARE delivered_at DATETIME DEFAULT NOW();
    DECLARE EXIT HANDLER FOR NOT FOUND
    BEGIN
        ROLLBACK;
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'DELIVERY: a new order without order';
    END;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;

    START TRANSACTION;

    WHILE district_id <= 10 DO
        BEGIN
            DECLARE CONTINUE HANDLER FOR NOT FOUND SET order_id = NULL;
            SELECT no_o_id INTO order_id
            FROM new_order
            WHERE no_w_id = warehouse_id AND no_d_id = district_id
            ORDER BY no_o_id
            LIMIT 1
            FOR UPDATE;
        END;

        IF order_id IS NOT NULL THEN
            DELETE FROM new_order
            WHERE no_w_id = warehouse_id AND no_d_id = district_id AND no_o_id = order_id;

            UPDATE orders SET o_carrier_id = carrier_id
            WHERE o_w_id = warehouse_id AND o_d_id = district_id AND o_id = order_id;

            UPDATE order_line SET ol_delivery_d = delivered_at
            WHERE ol_w_id = warehouse_id AND ol_d_id = district_id AND ol_o_id = order_id;

            SELECT o_c_id INTO customer_id
            FROM orders
            WHERE o_w_id = warehouse_id AND o_d_id = district_id AND o_id = order_id;

            SELECT SUM(ol_amount) INTO total
            FROM order_line
            WHERE ol_w_id = warehouse_id AND ol_d_id = district_id AND ol_o_id = order_id;

            -- profile hammerdb
            UPDATE customer SET c_balance = c_balance + total
            -- profile spec
            UPDATE customer SET
                c_balance = c_balance + total,
                c_delivery_cnt = c_delivery_cnt + 1
            -- both profiles
            WHERE c_w_id = warehouse_id AND c_d_id = district_id AND c_id = customer_id;

            SET delivered = delivered + 1;
        END IF;
        SET district_id = district_id + 1;
    END WHILE;

    COMMIT;

    SELECT 1 AS committed, delivered;
END
