package org.c4igateway.lab.chaos.days;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.c4igateway.lab.chaos.schedule.WrongClock;

/**
 * The wall clocks of one system: that of its nodes, which a fault may set wrong besides, and that of its database
 * server and its WAN gateway. Processes that have the variables follow within about a second. Thread-safe.
 */
public final class SystemClocks {
    private final Path nodes;
    private final Path others;
    private long daysSeconds;
    private long wrongSeconds;

    private SystemClocks(Path nodes, Path others) {
        this.nodes = nodes;
        this.others = others;
    }

    /** Right ones, whose files are in this directory. */
    public static SystemClocks in(Path directory) throws IOException {
        return new SystemClocks(
                WrongClock.write(directory.resolve("node-clock"), 0), WrongClock.write(directory.resolve("clock"), 0));
    }

    /** So many days have passed by all clocks besides those that really did. */
    synchronized void passDays(int days) throws IOException {
        daysSeconds = Duration.ofDays(days).toSeconds();
        WrongClock.write(others, daysSeconds);
        WrongClock.write(nodes, daysSeconds + wrongSeconds);
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

    /** Variables of the database server and of the gateway. */
    public Map<String, String> ofOthers() {
        return WrongClock.variables(others);
    }
}
