package org.c4igateway.lab.chaos.days;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.c4igateway.lab.chaos.schedule.WrongClock;
import org.c4igateway.lab.history.retention.KeptRows;
import org.c4igateway.lab.testbed.database.DatabaseServer;

/**
 * The wall clocks of one system: that of its nodes, which a fault may set wrong besides, that of its WAN gateway, and
 * what its database takes for the time. Nodes and gateway follow within about a second if they have the variables,
 * sessions of the database with their next statement. Thread-safe.
 */
public final class SystemClocks {
    private final Path nodes;
    private final Path gateway;
    private final DatabaseServer server;
    private long daysSeconds;
    private long wrongSeconds;

    private SystemClocks(Path nodes, Path gateway, DatabaseServer server) {
        this.nodes = nodes;
        this.gateway = gateway;
        this.server = server;
    }

    /** Right ones, whose files are in this directory. */
    public static SystemClocks in(Path directory, DatabaseServer server) throws IOException {
        return new SystemClocks(
                WrongClock.write(directory.resolve("node-clock"), 0),
                WrongClock.write(directory.resolve("gateway-clock"), 0),
                server);
    }

    /** So many days have passed by all clocks besides those that really did. */
    synchronized void passDays(int days) throws IOException {
        daysSeconds = Duration.ofDays(days).toSeconds();
        WrongClock.write(gateway, daysSeconds);
        WrongClock.write(nodes, daysSeconds + wrongSeconds);
        server.set(KeptRows.DAYS, Integer.toString(days));
    }

    /** The clock of the nodes differs from the others by this. */
    public synchronized void wrong(long seconds) throws IOException {
        wrongSeconds = seconds;
        WrongClock.write(nodes, daysSeconds + seconds);
    }

    /** Variables of a node. */
    public Map<String, String> ofNode() {
        return WrongClock.variables(nodes);
    }

    /** Variables of the gateway. */
    public Map<String, String> ofGateway() {
        return WrongClock.variables(gateway);
    }
}
