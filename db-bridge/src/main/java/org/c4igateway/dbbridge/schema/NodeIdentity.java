package org.c4igateway.dbbridge.schema;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.jdbc.LongTransaction;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/**
 * The name under which an interface database was first used, and the id of the database. A database serves one system
 * only: with another name, its sequence numbers would make up identities that were never given. Blocks on the database.
 */
public final class NodeIdentity {
    private static final String CLAIM = "SELECT c4i.claim_node(?), d.id FROM c4i.database_identity AS d";

    private final DataSource dataSource;

    public NodeIdentity(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource);
    }

    /**
     * Takes the database for this system, or checks that it is this system's. Also notices that the server was failed
     * over or restored since the last call and lets sequence numbers continue above all given ones. Call it each time
     * this node becomes active, before reading. After a restore of a large outbox it may take minutes, an hour at most.
     *
     * @return which database this is
     * @throws GatewayException.Fatal with CONFIGURATION when the database belongs to another system
     */
    public DatabaseId claim(SystemName name) {
        Claimed claimed = claimed(name);
        String owner = claimed.owner();
        requireSame(owner, name);
        return claimed.id();
    }

    /**
     * Checks that the database belongs to this system or to none, and changes nothing. Call it before this node stands
     * by, which may last: a wrong database is not to be found when it should take over.
     *
     * @throws GatewayException.Fatal with CONFIGURATION when the database belongs to another system
     */
    public void check(SystemName name) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT system_name FROM c4i.node");
                ResultSet row = statement.executeQuery()) {
            if (row.next()) {
                requireSame(row.getString(1), name);
            }
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "looking whose the interface database is");
        }
    }

    private static void requireSame(String owner, SystemName name) {
        if (!owner.equals(name.value())) {
            throw new GatewayException.Fatal(
                    ErrorCode.CONFIGURATION,
                    "this interface database belongs to system " + owner + ", not to " + name,
                    "Give node " + name + " its own database, or correct its name.",
                    null);
        }
    }

    private Claimed claimed(SystemName name) {
        try {
            return LongTransaction.run(dataSource, connection -> claimed(connection, name));
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "claiming the interface database");
        }
    }

    private static Claimed claimed(Connection connection, SystemName name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
            statement.setString(1, name.value());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Claimed(row.getString(1), new DatabaseId(row.getObject(2, UUID.class)));
            }
        }
    }

    private record Claimed(String owner, DatabaseId id) {}
}
