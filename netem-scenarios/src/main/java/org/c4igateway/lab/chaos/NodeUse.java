package org.c4igateway.lab.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.lab.chaos.system.ChaosSystem;
import org.c4igateway.lab.history.RunHistory.Use;
import org.c4igateway.lab.testbed.RestartableProcess;

/**
 * What a node and its WAN gateway hold.
 *
 * @param node what its process holds
 * @param connections of the node to its database, as that counts
 * @param gateway what the gateway's process holds; nothing without one
 */
record NodeUse(Held node, long connections, Held gateway) {
    /** What a node may hold more at rest than before the first fault: connections of peers come and go. */
    private static final NodeUse ALLOWANCE = new NodeUse(new Held(40, 80), 8, new Held(40, 80));

    /**
     * What a process holds.
     *
     * @param threads as the kernel counts
     * @param descriptors open files and sockets
     */
    record Held(long threads, long descriptors) {
        static Held of(RestartableProcess running) throws IOException {
            Path process = Path.of("/proc", Long.toString(running.pid()));
            return new Held(count(process.resolve("task")), count(process.resolve("fd")));
        }
    }

    static NodeUse of(ChaosSystem system) throws IOException, SQLException {
        Held gateway = system.hasGateway() ? Held.of(system.gateway().current()) : new Held(0, 0);
        return new NodeUse(Held.of(system.node().current()), connections(system), gateway);
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
        List<Use> uses = new ArrayList<>(limits("", node, before.node, ALLOWANCE.node));
        uses.add(new Use("connections", connections, before.connections + ALLOWANCE.connections));
        if (gateway.threads > 0) {
            uses.addAll(limits("gateway's ", gateway, before.gateway, ALLOWANCE.gateway));
        }
        return uses;
    }

    private static List<Use> limits(String whose, Held now, Held before, Held allowance) {
        return List.of(
                new Use(whose + "threads", now.threads, before.threads + allowance.threads),
                new Use(whose + "descriptors", now.descriptors, before.descriptors + allowance.descriptors));
    }
}
