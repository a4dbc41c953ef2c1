-- profile hammerdb
-- NEWORD, profile hammerdb: an order of @no_o_ol_cnt lines.
-- profile spec
-- NEWORD, profile spec: an order of @no_o_ol_cnt lines, by clause 2.4 of TPC-C.
-- both profiles
--
-- profile hammerdb
-- As HammerDB has it: items are drawn uniformly, one order in 100 asks for item 100001 and
-- is rolled back, stock is refilled by 91 unless more is there than was ordered, only the
-- quantity of the stock changes, and a line's amount knows neither tax nor discount.
-- The lines are drawn here, on the server. Answers committed 0 for the order rolled back.
-- profile spec
-- Items are drawn by NURand(8191, 1, 100000), one order in 100 asks for item 100001 and is
-- rolled back, stock is refilled by 91 where less than 10 would be left, and all of its
-- counts are kept. The lines are drawn here, on the server, in place of the terminal.
-- Brand or generic is told for all lines together, as their count of brands.
-- Answers committed 0 for the order rolled back.
-- both profiles
CREATE PROCEDURE dbo.NEWORD
    @no_w_id INT,
    @no_max_w_id INT,
    @no_d_id INT,
    @no_c_id INT,
    @no_o_ol_cnt INT
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;

    DECLARE @w_tax NUMERIC(4, 4);
    DECLARE @d_tax NUMERIC(4, 4);
    DECLARE @c_discount NUMERIC(4, 4);
    DECLARE @c_last VARCHAR(16);
    DECLARE @c_credit CHAR(2);
    DECLARE @o_id INT;
    DECLARE @all_local INT = 1;
    DECLARE @number INT = 1;
    DECLARE @i_id INT;
    DECLARE @i_price NUMERIC(5, 2);
    DECLARE @supply_w_id INT;
    DECLARE @quantity INT;
    DECLARE @dist_info CHAR(24);
    DECLARE @now DATETIME = GETDATE();
    -- profile spec
    DECLARE @i_data VARCHAR(50);
    DECLARE @s_data VARCHAR(50);
    DECLARE @brand_count INT = 0;
    DECLARE @total NUMERIC(14, 2) = 0;
    DECLARE @small INT;
    DECLARE @large INT;
    -- both profiles
    DECLARE @missing_line INT = 0;
    IF RAND() < 0.01
        SET @missing_line = @no_o_ol_cnt;

    BEGIN TRY
        BEGIN TRANSACTION;

        SELECT
            @c_discount = c.c_discount,
            @c_last = c.c_last,
            @c_credit = c.c_credit,
            @w_tax = w.w_tax
        FROM dbo.customer AS c
        INNER JOIN dbo.warehouse AS w ON w.w_id = c.c_w_id
        WHERE c.c_w_id = @no_w_id AND c.c_d_id = @no_d_id AND c.c_id = @no_c_id;

        -- A variable takes the value from before the update.
        UPDATE dbo.district
        SET
            @o_id = d_next_o_id,
            @d_tax = d_tax,
            d_next_o_id = d_next_o_id + 1
        WHERE d_w_id = @no_w_id AND d_id = @no_d_id;

        IF @c_discount IS NULL OR @o_id IS NULL
            RAISERROR (N'no such warehouse, district or customer: is the data of another load?', 16, 1);

        WHILE @number <= @no_o_ol_cnt
        BEGIN
            -- profile hammerdb
            SET @i_id = 1 + CAST(RAND() * 100000 AS INT);
            -- profile spec
            -- NURand(8191, 1, 100000), clause 2.1.6; its constant C is 5987.
            SET @small = CAST(RAND() * 8192 AS INT);
            SET @large = 1 + CAST(RAND() * 100000 AS INT);
            SET @i_id = 1 + ((@small | @large) + 5987) % 100000;
            -- both profiles
            IF @number = @missing_line
                SET @i_id = 100001;
            SET @quantity = 1 + CAST(RAND() * 10 AS INT);
            SET @supply_w_id = @no_w_id;
            IF @no_max_w_id > 1 AND RAND() < 0.01
            BEGIN
                -- Another warehouse: one of the rest, counted past its own.
                SET @supply_w_id = 1 + CAST(RAND() * (@no_max_w_id - 1) AS INT);
                IF @supply_w_id >= @no_w_id
                    SET @supply_w_id = @supply_w_id + 1;
                SET @all_local = 0;
            END

            SET @i_price = NULL;
            -- profile hammerdb
            SELECT @i_price = i_price
            -- profile spec
            SELECT
                @i_price = i_price,
                @i_data = i_data
            -- both profiles
            FROM dbo.item
            WHERE i_id = @i_id;
            IF @i_price IS NULL
            BEGIN
                ROLLBACK TRANSACTION;
                SELECT
                    0 AS committed,
                    @c_discount AS c_discount,
                    @c_last AS c_last,
                    @c_credit AS c_credit,
                    @d_tax AS d_tax,
                    @w_tax AS w_tax,
                    @o_id AS o_id;
                RETURN 0;
            END

            UPDATE dbo.stock
            SET
                -- profile spec
                @s_data = s_data,
                -- both profiles
                s_quantity = CASE
                    -- profile hammerdb
                    WHEN s_quantity > @quantity THEN s_quantity - @quantity
                    -- profile spec
                    WHEN s_quantity >= @quantity + 10 THEN s_quantity - @quantity
                    -- both profiles
                    ELSE s_quantity - @quantity + 91
                END,
                -- profile spec
                s_ytd = s_ytd + @quantity,
                s_order_cnt = s_order_cnt + 1,
                s_remote_cnt = s_remote_cnt + CASE WHEN @supply_w_id = @no_w_id THEN 0 ELSE 1 END,
                -- both profiles
                @dist_info = CASE @no_d_id
                    WHEN 1 THEN s_dist_01
                    WHEN 2 THEN s_dist_02
                    WHEN 3 THEN s_dist_03
                    WHEN 4 THEN s_dist_04
                    WHEN 5 THEN s_dist_05
                    WHEN 6 THEN s_dist_06
                    WHEN 7 THEN s_dist_07
                    WHEN 8 THEN s_dist_08
                    WHEN 9 THEN s_dist_09
                    WHEN 10 THEN s_dist_10
                END
            WHERE s_w_id = @supply_w_id AND s_i_id = @i_id;
            IF @@ROWCOUNT = 0
                RAISERROR (N'no such stock: is the data of another load?', 16, 1);

            INSERT INTO dbo.order_line (
                ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id,
                ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info
            )
            VALUES (
                @o_id, @no_d_id, @no_w_id, @number, @i_id,
                @supply_w_id, @quantity, @quantity * @i_price, @dist_info
            );
            -- profile spec

            SET @total = @total + @quantity * @i_price;
            IF @i_data LIKE '%ORIGINAL%' AND @s_data LIKE '%ORIGINAL%'
                SET @brand_count = @brand_count + 1;
            -- both profiles
            SET @number = @number + 1;
        END

        -- Last, since only now it is known whether all lines are of the home warehouse.
        INSERT INTO dbo.orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
        VALUES (@o_id, @no_d_id, @no_w_id, @no_c_id, @now, @no_o_ol_cnt, @all_local);

        INSERT INTO dbo.new_order (no_o_id, no_d_id, no_w_id)
        VALUES (@o_id, @no_d_id, @no_w_id);

        COMMIT TRANSACTION;

        SELECT
            1 AS committed,
            @c_discount AS c_discount,
            @c_last AS c_last,
            @c_credit AS c_credit,
            @d_tax AS d_tax,
            @w_tax AS w_tax,
            -- profile hammerdb
            @o_id AS o_id;
            -- profile spec
            @o_id AS o_id,
            @total * (1 - @c_discount) * (1 + @w_tax + @d_tax) AS total,
            @brand_count AS brand_count;
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
