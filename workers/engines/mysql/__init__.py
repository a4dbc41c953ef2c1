"""How Benchbook speaks to MySQL and MariaDB."""
