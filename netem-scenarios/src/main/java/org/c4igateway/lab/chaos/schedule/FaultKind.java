package org.c4igateway.lab.chaos.schedule;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the nemesis can do to a system. The order is part of a seed's meaning: new kinds come last. */
public enum FaultKind {
    /** SIGKILL of the node; it starts again when the fault ends. */
    KILL(Part.NODE, 200, 8_000),
    /** SIGSTOP of the node, then SIGCONT. */
    FREEZE(Part.NODE, 1_000, 60_000),
    /** Immediate stop of the database server, then a start, which recovers from its log. */
    DATABASE_STOP(Part.SERVER, 200, 10_000),
    /** All connections of the node end but that of the lease. */
    POOL(Part.SESSIONS, 100, 100),
    /** The connection that holds the lease ends. */
    LEASE(Part.SESSIONS, 100, 100),
    /** Somebody locks a table that the node and the server write. */
    LOCK(Part.TABLES, 1_000, 20_000),
    /** SIGKILL of all processes of the database server, then a start. */
    DATABASE_KILL(Part.SERVER, 200, 10_000),
    /** A transaction reads all tables for long, as pg_dump does, while days are made. */
    DUMP(Part.TABLES, 2_000, 20_000),
    /** Others take all connections that the server has for ordinary users. */
    CONNECTIONS(Part.PLACES, 2_000, 15_000),
    /** The link loses everything, both ways. */
    PARTITION(Part.LINK, 1_000, 30_000),
    /** The link loses everything, one way. */
    ONE_WAY(Part.LINK, 1_000, 30_000),
    /** The link is silent for a second and carries for a second, in turn. */
    FLAPPING(Part.LINK, 4_000, 20_000),
    /** The link loses a share of the packets, both ways. */
    LOSS(Part.LINK, 3_000, 30_000),
    /** The node's interface takes packets of 576 or 1,280 bytes at most. */
    MTU(Part.INTERFACE, 3_000, 30_000),
    /** A second node starts beside the database; the active one is killed, and the second takes over. */
    TAKEOVER(Part.NODE, 4_000, 12_000),
    /** The wall clock of the node is wrong by up to an hour, either way, and then right again. */
    CLOCK(Part.CLOCK, 2_000, 30_000),
    /** Packets arrive twice. */
    DUPLICATION(Part.LINK, 3_000, 30_000),
    /** Packets overtake each other. */
    REORDERING(Part.LINK, 3_000, 30_000),
    /** The node's interface has another address of its network, and then the former one again. */
    ADDRESS(Part.INTERFACE, 2_000, 20_000),
    /** SIGTERM of the node, which ends what it has begun; it starts again when the fault ends. */
    RESTART(Part.NODE, 200, 8_000),
    /** SIGKILL of the system's WAN gateway; it starts again when the fault ends. */
    GATEWAY_KILL(Part.GATEWAY, 200, 8_000),
    /** SIGSTOP of the system's WAN gateway, then SIGCONT. */
    GATEWAY_FREEZE(Part.GATEWAY, 1_000, 60_000),
    /** SIGKILL of the node while its machine sends no FIN and no RST: others take its connections for open. */
    HALF_OPEN(Part.NODE, 2_000, 20_000),
    /** The disk of the database server is full. */
    DISK_FULL(Part.SERVER, 2_000, 15_000),
    /** The disk of the database server stands still. */
    DISK_STALL(Part.SERVER, 1_000, 20_000),
    /** The machine of node and database server loses its power: what no fsync has confirmed is gone. */
    POWER_CUT(Part.SERVER, 1_000, 10_000),
    /** SIGKILL of the database server; at the end the standby, which each commit waits for, takes its place. */
    FAILOVER(Part.SERVER, 500, 10_000),
    /** Packets arrive with one bit flipped. */
    CORRUPTION(Part.LINK, 3_000, 30_000),
    /** SIGKILL of the external broker that serves; the other takes over, and it starts again as the one that waits. */
    BROKER_KILL(Part.BROKERS, 500, 10_000),
    /** SIGSTOP of the external broker that serves, then SIGCONT. */
    BROKER_FREEZE(Part.BROKERS, 1_000, 20_000),
    /** The disk is full that has the logs of node and WAN gateway, and the journal of the gateway. */
    NODE_DISK_FULL(Part.FILES, 2_000, 20_000),
    /** The link carries 32 kbit/s to 2 Mbit/s, both ways. */
    THROTTLE(Part.LINK, 3_000, 30_000),
    /** Packets above 576 or 1,280 bytes vanish, both ways, and nobody is told; smaller ones pass. */
    MTU_BLACK_HOLE(Part.LINK, 3_000, 30_000),
    /** Packets are long under way, ten times as long one way as the other, by differing times; none overtakes. */
    DELAY(Part.LINK, 3_000, 30_000),
    /** The link loses packets in runs, both ways. */
    BURSTS(Part.LINK, 3_000, 30_000);

    private final Part part;
    private final int shortestMillis;
    private final int longestMillis;

    FaultKind(Part part, int shortestMillis, int longestMillis) {
        this.part = part;
        this.shortestMillis = shortestMillis;
        this.longestMillis = longestMillis;
    }

    /** What of a system a fault is done to. Two faults at once do not share a part of a system. */
    public enum Part {
        NODE,
        GATEWAY,
        CLOCK,
        SERVER,
        SESSIONS,
        TABLES,
        PLACES,
        LINK,
        INTERFACE,
        BROKERS,
        FILES
    }

    /** What it is done to. */
    public Part part() {
        return part;
    }

    /** The shortest time that is drawn for it. */
    public int shortestMillis() {
        return shortestMillis;
    }

    /** The longest time that is drawn for it. */
    public int longestMillis() {
        return longestMillis;
    }

    /** Whether a relay has to be in the link. */
    public boolean needsRelay() {
        return switch (this) {
            case DUPLICATION, REORDERING, CORRUPTION, DELAY, BURSTS -> true;
            default -> false;
        };
    }

    /** Whether there has to be a WAN gateway. */
    public boolean needsGateway() {
        return part == Part.GATEWAY;
    }

    /** Whether node and WAN gateway have to have a disk of their own. */
    public boolean needsNodeDisk() {
        return part == Part.FILES;
    }

    /** Whether nodes have to use external brokers. */
    public boolean needsBrokers() {
        return part == Part.BROKERS;
    }

    /** Whether the database server has to have a disk of its own. */
    public boolean needsDisk() {
        return this == DISK_FULL || this == DISK_STALL || this == POWER_CUT;
    }

    /**
     * Whether a run with it is another one as a whole: a relay process in every link, libfaketime, external brokers,
     * disks that lie in memory, or database servers with standbys.
     */
    public boolean changesTheRun() {
        return needsRelay() || needsDisk() || needsNodeDisk() || needsBrokers() || this == CLOCK || this == FAILOVER;
    }

    /** As commands and files write it, such as {@code database-stop}. */
    @JsonValue
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The kind of this label.
     *
     * @throws IllegalArgumentException naming all labels, when there is none
     */
    @JsonCreator
    public static FaultKind of(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + label + "' is not one of "
                        + Arrays.stream(values()).map(FaultKind::label).collect(Collectors.joining(", "))));
    }
}
