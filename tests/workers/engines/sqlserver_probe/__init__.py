"""Tests of the probe of SQL Server through pymssql, against a server that speaks TDS."""
