-- SLEV, both profiles: how many items of the last 20 orders of a district have a stock
-- below the threshold. One thread and nested loops, as HammerDB has it.
CREATE PROCEDURE dbo.SLEV
    @st_w_id INT,
    @st_d_id INT,
    @threshold INT
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;

    DECLARE @next_o_id INT;
    DECLARE @low_stock INT;

    BEGIN TRY
        BEGIN TRANSACTION;

        SELECT @next_o_id = d_next_o_id
        FROM dbo.district
        WHERE d_w_id = @st_w_id AND d_id = @st_d_id;

        SELECT @low_stock = COUNT(DISTINCT s.s_i_id)
        FROM dbo.order_line AS ol
        INNER JOIN dbo.stock AS s ON s.s_w_id = ol.ol_w_id AND s.s_i_id = ol.ol_i_id
        WHERE
            ol.ol_w_id = @st_w_id
            AND ol.ol_d_id = @st_d_id
            AND ol.ol_o_id < @next_o_id
            AND ol.ol_o_id >= @next_o_id - 20
            AND s.s_quantity < @threshold
        OPTION (LOOP JOIN, MAXDOP 1);

        COMMIT TRANSACTION;

        SELECT
            1 AS committed,
            @low_stock AS low_stock;
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
