-- profile hammerdb
-- DELIVERY, profile hammerdb: the oldest new order of each of ten districts, in one
-- transaction. As HammerDB has it: new orders are read under serializable update locks,
-- and the number of a customer's deliveries stays as it is.
-- profile spec
-- DELIVERY, profile spec: the oldest new order of each of ten districts, in one
-- transaction, by clause 2.7 of TPC-C. New orders are read under serializable update locks.
-- both profiles
CREATE PROCEDURE dbo.DELIVERY
    @d_w_id INT,
    @d_o_carrier_id INT
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;

    DECLARE @d_id INT = 1;
    DECLARE @o_id INT;
    DECLARE @c_id INT;
    DECLARE @total NUMERIC(12, 2);
    DECLARE @delivered INT = 0;
    DECLARE @now DATETIME = GETDATE();

    BEGIN TRY
        BEGIN TRANSACTION;

        WHILE @d_id <= 10
        BEGIN
            SET @o_id = NULL;
            SET @c_id = NULL;
            SET @total = NULL;
            SELECT TOP (1) @o_id = no_o_id
            FROM dbo.new_order WITH (SERIALIZABLE, UPDLOCK)
            WHERE no_w_id = @d_w_id AND no_d_id = @d_id
            ORDER BY no_o_id;

            -- A district whose orders are all delivered is left out.
            IF @o_id IS NOT NULL
            BEGIN
                DELETE FROM dbo.new_order
                WHERE no_w_id = @d_w_id AND no_d_id = @d_id AND no_o_id = @o_id;

                UPDATE dbo.orders
                SET
                    @c_id = o_c_id,
                    o_carrier_id = @d_o_carrier_id
                WHERE o_w_id = @d_w_id AND o_d_id = @d_id AND o_id = @o_id;
                IF @@ROWCOUNT = 0
                    RAISERROR (N'a new order is no order: has something else changed the data?', 16, 1);

                UPDATE dbo.order_line
                SET ol_delivery_d = @now
                WHERE ol_w_id = @d_w_id AND ol_d_id = @d_id AND ol_o_id = @o_id;
                IF @@ROWCOUNT = 0
                    RAISERROR (N'an order has no lines: has something else changed the data?', 16, 1);

                SELECT @total = SUM(ol_amount)
                FROM dbo.order_line
                WHERE ol_w_id = @d_w_id AND ol_d_id = @d_id AND ol_o_id = @o_id;

                UPDATE dbo.customer
                -- profile hammerdb
                SET c_balance = c_balance + @total
                -- profile spec
                SET
                    c_balance = c_balance + @total,
                    c_delivery_cnt = c_delivery_cnt + 1
                -- both profiles
                WHERE c_w_id = @d_w_id AND c_d_id = @d_id AND c_id = @c_id;
                IF @@ROWCOUNT = 0
                    RAISERROR (N'an order has no customer: has something else changed the data?', 16, 1);

                SET @delivered = @delivered + 1;
            END
            SET @d_id = @d_id + 1;
        END

        COMMIT TRANSACTION;

        SELECT
            1 AS committed,
            @delivered AS delivered;
    END TRY
    BEGIN CATCH
        -- RAISERROR takes no number below 50000, and THROW came with SQL Server 2012.
        DECLARE @error_number INT = ERROR_NUMBER();
        DECLARE @error_message NVARCHAR(2000) = ERROR_MESSAGE();
        IF @@TRANCOUNT > 0
            ROLLBACK TRANSACTION;
        RAISERROR (N'%d: %s', 16, 1, @error_number, @error_message);
    END CATCH
END
