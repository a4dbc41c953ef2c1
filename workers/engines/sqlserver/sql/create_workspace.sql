CREATE DATABASE [{space}];
-- Express switches it on: the database would leave the buffers between load and run.
ALTER DATABASE [{space}] SET AUTO_CLOSE OFF;
