package org.c4igateway.lab.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.lab.history.RunHistory.Use;

/**
 * What a node holds.
 *
 * @param threads of the process, as the kernel counts
 * @param descriptors open files and sockets
 * @param connections to its database, as that counts
 */
record NodeUse(long threads, long descriptors, long connections) {
    /** What a node may hold more at rest than before the first fault: connections of peers come and go. */
    private static final NodeUse ALLOWANCE = new NodeUse(40, 80, 8);

    static NodeUse of(ChaosSystem system) throws IOException, SQLException {
        Path process = Path.of("/proc", Long.toString(system.node().pid()));
        return new NodeUse(count(process.resolve("task")), count(process.resolve("fd")), connections(system));
    }

    private static long count(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.count();
        }
    }

    private static long connections(ChaosSystem system) throws SQLException {
        try (Connection connection = system.database().openOwner();
                PreparedStatement statement =
                        connection.prepareStatement("select count(*) from pg_stat_activity where usename = ?")) {
            statement.setString(1, system.database().bridge().user());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** This, with limits that follow from what was held before. */
    List<Use> limitedBy(NodeUse before) {
        return List.of(
                new Use("threads", threads, before.threads + ALLOWANCE.threads),
                new Use("descriptors", descriptors, before.descriptors + ALLOWANCE.descriptors),
                new Use("connections", connections, before.connections + ALLOWANCE.connections));
    }
}
