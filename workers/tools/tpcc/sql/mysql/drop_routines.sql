-- Before routines are created again, such as those of the other profile.
-- MySQL has no CREATE OR REPLACE PROCEDURE.
DROP PROCEDURE IF EXISTS neword;
DROP PROCEDURE IF EXISTS payment;
DROP PROCEDURE IF EXISTS delivery;
DROP PROCEDURE IF EXISTS ostat;
DROP PROCEDURE IF EXISTS slev;
DROP PROCEDURE IF EXISTS nothing;
