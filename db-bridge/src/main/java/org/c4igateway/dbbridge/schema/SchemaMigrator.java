package org.c4igateway.dbbridge.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.DataSource;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Creates and checks the schema of an interface database. Migrating needs an owner's login (superuser, or CREATEROLE
 * and CREATE on the database), checking that of the node. Blocks on the database.
 */
public final class SchemaMigrator {
    /** The schema version that this release brings: the highest migration. */
    public static final int VERSION = 42;

    private static final String SCHEMA = "c4i";
    private static final String HISTORY = "schema_history";
    private static final int OLDEST_SERVER = 15;

    private final DataSource dataSource;

    public SchemaMigrator(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource);
    }

    /**
     * Brings the schema to this version; harmless when it is there. All migrations run in one transaction: a C4I server
     * that submits meanwhile sees the old schema or the whole new one.
     *
     * @return how many migrations were applied
     * @throws GatewayException.Fatal with SCHEMA_VERSION when a migration fails or was changed after it ran
     */
    public int migrate() {
        requireServer();
        try {
            return flyway().migrate().migrationsExecuted;
        } catch (FlywayException e) {
            throw new GatewayException.Fatal(
                    ErrorCode.SCHEMA_VERSION,
                    "schema c4i was not migrated: " + e.getMessage(),
                    "Migrate as a superuser or a role with CREATEROLE and CREATE on the database.",
                    e);
        }
    }

    /**
     * Checks that the schema is exactly of this version. Reads only.
     *
     * @throws GatewayException.Fatal with SCHEMA_VERSION when it is missing, older or newer
     */
    public void verify() {
        requireServer();
        int expected = VERSION;
        int found = version();
        if (found < expected) {
            String what = found == 0 ? "schema c4i is missing" : "schema c4i has version " + found;
            throw new GatewayException.Fatal(
                    ErrorCode.SCHEMA_VERSION,
                    what + ", this node needs " + expected,
                    "Run the migration of this release (c4i.database.migrate: true with an owner's login, or c4i database prepare), then start the node again.",
                    null);
        }
        if (found > expected) {
            throw new GatewayException.Fatal(
                    ErrorCode.SCHEMA_VERSION,
                    "schema c4i has version " + found + ", this node knows " + expected + " at most",
                    "Run the release that belongs to that schema, or a newer one.",
                    null);
        }
    }

    private Flyway flyway() {
        return new FluentConfiguration()
                .dataSource(dataSource)
                .schemas(SCHEMA)
                .defaultSchema(SCHEMA)
                .table(HISTORY)
                .locations("classpath:db/migration")
                .createSchemas(true)
                .group(true)
                .cleanDisabled(true)
                .placeholderReplacement(false)
                .load();
    }

    /** The version that the schema has; 0 when there is none. Reads only. */
    public int version() {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            if (!isThere(statement)) {
                return 0;
            }
            try (ResultSet row = statement.executeQuery("SELECT coalesce(max(version::integer), 0) FROM " + SCHEMA + "."
                    + HISTORY + " WHERE success AND version IS NOT NULL")) {
                row.next();
                return row.getInt(1);
            }
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "checking the schema");
        }
    }

    private static boolean isThere(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT EXISTS (SELECT FROM pg_catalog.pg_class WHERE relname = '"
                + HISTORY + "' AND relnamespace = to_regnamespace('" + SCHEMA + "'))")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private void requireServer() {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_setting('server_encoding')")) {
            row.next();
            String encoding = row.getString(1);
            int version = connection.getMetaData().getDatabaseMajorVersion();
            if (version < OLDEST_SERVER || !"UTF8".equals(encoding)) {
                throw new GatewayException.Fatal(
                        ErrorCode.CONFIGURATION,
                        "the server is PostgreSQL " + version + " and the database's encoding " + encoding,
                        "Use PostgreSQL 15 or later and a database with encoding UTF8.",
                        null);
            }
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "asking the server for its version");
        }
    }
}
