-- profile hammerdb
-- PAYMENT, profile hammerdb: a customer pays @p_h_amount at a warehouse and a district.
--
-- As HammerDB has it on SQL Server: the amount is subtracted from the balance, the sum and
-- the number of payments stay as they are, and the credit code is written over the data of
-- customers with good credit. A customer in the middle is taken of those of one name.
-- profile spec
-- PAYMENT, profile spec: a customer pays @p_h_amount at a warehouse and a district, by
-- clause 2.5 of TPC-C. A customer in the middle is taken of those of one name; payments
-- of a customer with bad credit are written before the rest of its data.
-- both profiles
CREATE PROCEDURE dbo.PAYMENT
    @p_w_id INT,
    @p_d_id INT,
    @p_c_w_id INT,
    @p_c_d_id INT,
    @p_c_id INT,
    @byname INT,
    @p_h_amount NUMERIC(6, 2),
    @p_c_last VARCHAR(16)
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;

    DECLARE @w_name VARCHAR(10);
    DECLARE @w_street_1 VARCHAR(20);
    DECLARE @w_street_2 VARCHAR(20);
    DECLARE @w_city VARCHAR(20);
    DECLARE @w_state CHAR(2);
    DECLARE @w_zip CHAR(9);
    DECLARE @d_name VARCHAR(10);
    DECLARE @d_street_1 VARCHAR(20);
    DECLARE @d_street_2 VARCHAR(20);
    DECLARE @d_city VARCHAR(20);
    DECLARE @d_state CHAR(2);
    DECLARE @d_zip CHAR(9);
    DECLARE @c_id INT = @p_c_id;
    DECLARE @namesakes INT;
    DECLARE @c_first VARCHAR(16);
    DECLARE @c_middle CHAR(2);
    DECLARE @c_last VARCHAR(16);
    DECLARE @c_street_1 VARCHAR(20);
    DECLARE @c_street_2 VARCHAR(20);
    DECLARE @c_city VARCHAR(20);
    DECLARE @c_state CHAR(2);
    DECLARE @c_zip CHAR(9);
    DECLARE @c_phone CHAR(16);
    DECLARE @c_since DATETIME;
    DECLARE @c_credit CHAR(2);
    DECLARE @c_credit_lim NUMERIC(12, 2);
    DECLARE @c_discount NUMERIC(4, 4);
    DECLARE @c_balance NUMERIC(12, 2);
    DECLARE @c_data VARCHAR(500);
    DECLARE @now DATETIME = GETDATE();

    BEGIN TRY
        BEGIN TRANSACTION;

        IF @byname = 1
        BEGIN
            SELECT @namesakes = COUNT(*)
            FROM dbo.customer WITH (REPEATABLEREAD)
            WHERE c_w_id = @p_c_w_id AND c_d_id = @p_c_d_id AND c_last = @p_c_last;

            SET @c_id = NULL;
            WITH namesakes AS (
                SELECT
                    c_id,
                    ROW_NUMBER() OVER (ORDER BY c_first, c_id) AS place
                FROM dbo.customer WITH (REPEATABLEREAD)
                WHERE c_w_id = @p_c_w_id AND c_d_id = @p_c_d_id AND c_last = @p_c_last
            )
            SELECT @c_id = c_id
            FROM namesakes
            WHERE place = (@namesakes + 1) / 2;
        END

        UPDATE dbo.customer
        SET
            @c_first = c_first,
            @c_middle = c_middle,
            @c_last = c_last,
            @c_street_1 = c_street_1,
            @c_street_2 = c_street_2,
            @c_city = c_city,
            @c_state = c_state,
            @c_zip = c_zip,
            @c_phone = c_phone,
            @c_since = c_since,
            @c_credit = c_credit,
            @c_credit_lim = c_credit_lim,
            @c_discount = c_discount,
            @c_balance = c_balance - @p_h_amount,
            c_balance = c_balance - @p_h_amount,
            -- profile spec
            c_ytd_payment = c_ytd_payment + @p_h_amount,
            c_payment_cnt = c_payment_cnt + 1,
            -- both profiles
            @c_data = c_data = CASE c_credit
                WHEN 'BC' THEN LEFT(
                    CAST(c_id AS VARCHAR(11)) + ' ' + CAST(c_d_id AS VARCHAR(3)) + ' '
                    + CAST(c_w_id AS VARCHAR(11)) + ' ' + CAST(@p_d_id AS VARCHAR(11)) + ' '
                    + CAST(@p_w_id AS VARCHAR(11)) + ' ' + CAST(@p_h_amount AS VARCHAR(8)) + ' '
                    + c_data, 500
                )
                -- profile hammerdb
                ELSE c_credit
                -- profile spec
                ELSE c_data
            -- both profiles
            END
        WHERE c_w_id = @p_c_w_id AND c_d_id = @p_c_d_id AND c_id = @c_id;

        IF @@ROWCOUNT = 0
            RAISERROR (N'no customer of this number or name: is the data of another load?', 16, 1);

        UPDATE dbo.district
        SET
            @d_name = d_name,
            @d_street_1 = d_street_1,
            @d_street_2 = d_street_2,
            @d_city = d_city,
            @d_state = d_state,
            @d_zip = d_zip,
            d_ytd = d_ytd + @p_h_amount
        WHERE d_w_id = @p_w_id AND d_id = @p_d_id;

        -- The warehouse last, as HammerDB has it: all payments of a warehouse wait for the
        -- one that has changed it until that commits.
        UPDATE dbo.warehouse
        SET
            @w_name = w_name,
            @w_street_1 = w_street_1,
            @w_street_2 = w_street_2,
            @w_city = w_city,
            @w_state = w_state,
            @w_zip = w_zip,
            w_ytd = w_ytd + @p_h_amount
        WHERE w_id = @p_w_id;

        INSERT INTO dbo.history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
        VALUES (
            @c_id, @p_c_d_id, @p_c_w_id, @p_d_id, @p_w_id, @now, @p_h_amount,
            @w_name + '    ' + @d_name
        );

        COMMIT TRANSACTION;

        SELECT
            1 AS committed,
            @c_id AS c_id,
            @c_last AS c_last,
            @w_street_1 AS w_street_1,
            @w_street_2 AS w_street_2,
            @w_city AS w_city,
            @w_state AS w_state,
            @w_zip AS w_zip,
            @d_street_1 AS d_street_1,
            @d_street_2 AS d_street_2,
            @d_city AS d_city,
            @d_state AS d_state,
            @d_zip AS d_zip,
            @c_first AS c_first,
            @c_middle AS c_middle,
            @c_street_1 AS c_street_1,
            @c_street_2 AS c_street_2,
            @c_city AS c_city,
            @c_state AS c_state,
            @c_zip AS c_zip,
            @c_phone AS c_phone,
            @c_since AS c_since,
            @c_credit AS c_credit,
            @c_credit_lim AS c_credit_lim,
            @c_discount AS c_discount,
            @c_balance AS c_balance,
            -- profile hammerdb
            @c_data AS c_data;
            -- profile spec
            CASE WHEN @c_credit = 'BC' THEN LEFT(@c_data, 200) END AS c_data;
    -- both profiles
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
