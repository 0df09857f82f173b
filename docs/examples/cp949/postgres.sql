-- Roles and interface databases of ALPHA, BRAVO and CHARLIE on one PostgreSQL, for a trial; run by a superuser.
CREATE ROLE c4i_bridge NOLOGIN;
CREATE ROLE c4i_app NOLOGIN;
CREATE ROLE c4i_console NOLOGIN;
CREATE ROLE c4i_migrator LOGIN CREATEROLE PASSWORD 'change-me';
CREATE ROLE c4i_node LOGIN PASSWORD 'change-me' IN ROLE c4i_bridge;
CREATE ROLE server LOGIN PASSWORD 'change-me' IN ROLE c4i_app;
CREATE DATABASE alpha TEMPLATE template0 ENCODING 'UTF8';
CREATE DATABASE bravo TEMPLATE template0 ENCODING 'UTF8';
CREATE DATABASE charlie TEMPLATE template0 ENCODING 'UTF8';
GRANT CREATE ON DATABASE alpha TO c4i_migrator;
GRANT CREATE ON DATABASE bravo TO c4i_migrator;
GRANT CREATE ON DATABASE charlie TO c4i_migrator;
