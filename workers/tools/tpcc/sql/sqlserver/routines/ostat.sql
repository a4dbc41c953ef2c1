-- OSTAT, both profiles: the last order of a customer and its lines. A customer in the
-- middle is taken of those of one name, under repeatable read as HammerDB has it.
-- Answers one row a line.
CREATE PROCEDURE dbo.OSTAT
    @os_w_id INT,
    @os_d_id INT,
    @os_c_id INT,
    @byname INT,
    @os_c_last VARCHAR(16)
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;

    DECLARE @c_id INT = @os_c_id;
    DECLARE @namesakes INT;
    DECLARE @c_first VARCHAR(16);
    DECLARE @c_middle CHAR(2);
    DECLARE @c_last VARCHAR(16);
    DECLARE @c_balance NUMERIC(12, 2);
    DECLARE @o_id INT;
    DECLARE @o_entry_d DATETIME;
    DECLARE @o_carrier_id INT;

    BEGIN TRY
        BEGIN TRANSACTION;

        IF @byname = 1
        BEGIN
            SELECT @namesakes = COUNT(*)
            FROM dbo.customer WITH (REPEATABLEREAD)
            WHERE c_w_id = @os_w_id AND c_d_id = @os_d_id AND c_last = @os_c_last;

            SET @c_id = NULL;
            WITH namesakes AS (
                SELECT
                    c_id,
                    ROW_NUMBER() OVER (ORDER BY c_first, c_id) AS place
                FROM dbo.customer WITH (REPEATABLEREAD)
                WHERE c_w_id = @os_w_id AND c_d_id = @os_d_id AND c_last = @os_c_last
            )
            SELECT @c_id = c_id
            FROM namesakes
            WHERE place = (@namesakes + 1) / 2;
        END

        SELECT
            @c_first = c_first,
            @c_middle = c_middle,
            @c_last = c_last,
            @c_balance = c_balance
        FROM dbo.customer
        WHERE c_w_id = @os_w_id AND c_d_id = @os_d_id AND c_id = @c_id;

        SELECT TOP (1)
            @o_id = o_id,
            @o_entry_d = o_entry_d,
            @o_carrier_id = o_carrier_id
        FROM dbo.orders
        WHERE o_w_id = @os_w_id AND o_d_id = @os_d_id AND o_c_id = @c_id
        ORDER BY o_id DESC;

        IF @o_id IS NULL
            RAISERROR (N'no order of this customer: is the data of another load?', 16, 1);

        -- Of one row, so that an order without lines has one, too; a row of a table would
        -- be waited for where a new order or a payment has changed it.
        SELECT
            1 AS committed,
            @c_id AS c_id,
            @c_last AS c_last,
            @c_first AS c_first,
            @c_middle AS c_middle,
            @c_balance AS c_balance,
            @o_id AS o_id,
            @o_entry_d AS o_entry_d,
            @o_carrier_id AS o_carrier_id,
            ol_i_id,
            ol_supply_w_id,
            ol_quantity,
            ol_amount,
            ol_delivery_d
        FROM (SELECT 1 AS number) AS one
        LEFT OUTER JOIN dbo.order_line
            ON ol_w_id = @os_w_id AND ol_d_id = @os_d_id AND ol_o_id = @o_id
        ORDER BY ol_number;

        COMMIT TRANSACTION;
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
