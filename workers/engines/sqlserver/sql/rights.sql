-- 1 for what the account may do; a permission that the version does not know is NULL.
SELECT
    HAS_PERMS_BY_NAME(NULL, NULL, 'CREATE ANY DATABASE') AS creates_databases,
    HAS_PERMS_BY_NAME('master', 'DATABASE', 'CREATE DATABASE') AS creates_from_master,
    HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER STATE') AS sees_state,
    HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER PERFORMANCE STATE') AS sees_performance;
