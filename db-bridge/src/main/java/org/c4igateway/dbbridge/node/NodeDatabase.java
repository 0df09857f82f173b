package org.c4igateway.dbbridge.node;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.c4igateway.dbbridge.node.path.NodeSignals;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.schema.NodeIdentity;
import org.c4igateway.dbbridge.schema.SchemaMigrator;
import org.c4igateway.dbbridge.shard.ShardLine;
import org.c4igateway.dbbridge.shard.ShardStatements;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of a node to its interface database, and whether that is one it can serve. */
final class NodeDatabase implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeDatabase.class);

    private final NodeProperties properties;
    private final Connections connections;
    private volatile @Nullable HikariDataSource pool;
    private @Nullable HikariDataSource maintenancePool;
    private @Nullable NodeSignals signals;

    NodeDatabase(NodeProperties properties) {
        NodeProperties.DatabaseProperties database = properties.database();
        this.properties = properties;
        this.connections = new Connections(
                new DatabaseSettings(database.url(), database.username(), database.password(), database.poolSize()));
    }

    /** Makes the pool and what listens for notifications; connects to nothing. Once, before everything else. */
    void open(Loops loops) {
        pool = connections.pool();
        signals = new NodeSignals(connections, loops);
    }

    /**
     * Migrates the schema when the configuration says so, then checks schema and system. Blocks.
     *
     * @return false when the database is away for now
     * @throws GatewayException.Fatal when it is not one for this node
     */
    boolean isReady() {
        try {
            if (properties.database().migrate()) {
                migrate();
            }
            new SchemaMigrator(pool()).verify();
            new NodeIdentity(pool()).check(properties.self());
            return true;
        } catch (GatewayException.Transient e) {
            LOG.warn("Waiting for the interface database that c4i.database.url names: {}", e.getMessage());
            return false;
        } catch (GatewayException.Fatal e) {
            throw e.about("c4i.database");
        }
    }

    /**
     * @return into how many shards the outbox is divided
     * @throws GatewayException.Transient when the database is away
     */
    int shards() {
        try (Connection connection = pool().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT c4i.shards()")) {
            row.next();
            return row.getInt(1);
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "asking how the outbox is divided");
        }
    }

    /** @return how many nodes have shards now */
    long servingNodes() {
        try (Connection connection = pool().getConnection()) {
            return ShardStatements.lines(connection).stream()
                    .filter(ShardLine::held)
                    .map(ShardLine::holder)
                    .distinct()
                    .count();
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "asking who serves the shards");
        }
    }

    Connections connections() {
        return connections;
    }

    /** Sessions of the data path. */
    HikariDataSource pool() {
        return Objects.requireNonNull(pool, "open comes first");
    }

    /** Sessions whose statements may take long; made at the first call. */
    HikariDataSource maintenancePool() {
        HikariDataSource sessions = maintenancePool;
        if (sessions == null) {
            sessions = connections.maintenance();
            maintenancePool = sessions;
        }
        return sessions;
    }

    /** What the database tells without being asked. */
    NodeSignals signals() {
        return Objects.requireNonNull(signals, "open comes first");
    }

    private void migrate() {
        NodeProperties.DatabaseProperties database = properties.database();
        String user = database.ownerUsername() == null ? database.username() : database.ownerUsername();
        String password = database.ownerPassword() == null ? database.password() : database.ownerPassword();
        Connections owner = new Connections(new DatabaseSettings(database.url(), user, password, 2));
        try (HikariDataSource ownerPool = owner.maintenance()) {
            int applied = new SchemaMigrator(ownerPool).migrate();
            LOG.info("Schema c4i is up to date, {} migrations applied", applied);
        }
    }

    @Override
    public void close() {
        if (signals != null) {
            signals.close();
        }
        if (maintenancePool != null) {
            maintenancePool.close();
        }
        if (pool != null) {
            pool.close();
        }
    }
}
