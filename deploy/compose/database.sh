#!/bin/sh
# Logins of the demonstration. The group roles come with the schema; made here, they can be granted before the first migration.
set -eu
psql -v ON_ERROR_STOP=1 -v node="$NODE_PASSWORD" -v app="$APP_PASSWORD" -v console="$CONSOLE_PASSWORD" -v history="$HISTORY_PASSWORD" \
  -U postgres -d c4i <<'SQL'
CREATE ROLE c4i_owner NOLOGIN;
CREATE ROLE c4i_bridge NOLOGIN;
CREATE ROLE c4i_app NOLOGIN;
CREATE ROLE c4i_console NOLOGIN;
CREATE ROLE c4i_history NOLOGIN;
CREATE ROLE c4i_node LOGIN PASSWORD :'node' IN ROLE c4i_bridge;
CREATE ROLE c4i_server LOGIN PASSWORD :'app' IN ROLE c4i_app;
CREATE ROLE c4i_pages LOGIN PASSWORD :'console' IN ROLE c4i_console;
CREATE ROLE c4i_keeper LOGIN PASSWORD :'history' IN ROLE c4i_history;
SQL
