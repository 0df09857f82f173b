package org.c4igateway.lab.chaos.plan;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.c4igateway.lab.chaos.days.Days;
import org.c4igateway.lab.chaos.schedule.FaultKind;
import org.c4igateway.lab.chaos.schedule.FaultSchedule;
import org.c4igateway.lab.chaos.schedule.PlannedFault;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.config.Transports;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * All that a run does, known before it begins, and kept as a JSON file.
 *
 * @param seed of the schedule and of the submits
 * @param seconds how long rows are submitted and faults begin and end
 * @param transport what carries the messages
 * @param systems number of systems
 * @param perSecond rows a second that each system submits
 * @param boundSeconds time after the last fault in which no row may be pending any more
 * @param daySeconds how long a day lasts by the clocks of the run; 0 for real days
 * @param tables whether the C4I servers have tables of their own, by the table bridge
 * @param shards into how many shards the outbox of each system is divided
 * @param kinds kinds of faults that systems and networks are set up for, with disks, standbys, relays and the like:
 *     those of the faults and, of a run with fewer faults than another one had, those of that run as well
 * @param faults in the order in which they begin
 */
public record ChaosPlan(
        long seed,
        int seconds,
        Carrier transport,
        int systems,
        double perSecond,
        int boundSeconds,
        @JsonSetter(nulls = Nulls.AS_EMPTY) int daySeconds, // a plan of before there were days has none
        @JsonSetter(nulls = Nulls.AS_EMPTY) boolean tables, // and one of before there were tables, too
        @JsonSetter(nulls = Nulls.AS_EMPTY) int shards, // one of before there were shards has none
        @JsonSetter(nulls = Nulls.AS_EMPTY) Set<FaultKind> kinds, // or of before kinds were kept
        List<PlannedFault> faults) {
    private static final int MIN_SECONDS = 20;
    private static final int MAX_SHARDS = 8;
    private static final double FASTEST = 1_000;
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public ChaosPlan {
        faults = List.copyOf(faults);
        kinds = union(kinds, faults);
        shards = Math.max(1, shards);
        require(shards <= MAX_SHARDS, "an outbox has at most " + MAX_SHARDS + " shards in a run");
        require(seconds >= MIN_SECONDS, "a run takes at least " + MIN_SECONDS + " s");
        require(systems >= 2 && systems <= Mesh.SYSTEMS.size(), "there are 2 to " + Mesh.SYSTEMS.size() + " systems");
        require(perSecond > 0 && perSecond <= FASTEST, "rows a second are above 0 and at most 1000");
        require(boundSeconds > 0, "the bound must be positive");
        var _ = new Days(daySeconds, boundSeconds);
        for (FaultKind kind : kinds) {
            requireTransport(transport, kind);
        }
        require(
                daySeconds == 0 || !kinds.contains(FaultKind.FAILOVER),
                "failover needs real days: a standby does not get the time of the run");
        require(daySeconds == 0 || !tables, "tables need real days: what retention removes from them is not judged");
    }

    /** One with real days and without tables. */
    public ChaosPlan(
            long seed,
            int seconds,
            Carrier transport,
            int systems,
            double perSecond,
            int boundSeconds,
            List<PlannedFault> faults) {
        this(seed, seconds, transport, systems, perSecond, boundSeconds, 0, false, faults);
    }

    /** One that is set up for its faults only. */
    public ChaosPlan(
            long seed,
            int seconds,
            Carrier transport,
            int systems,
            double perSecond,
            int boundSeconds,
            int daySeconds,
            boolean tables,
            List<PlannedFault> faults) {
        this(seed, seconds, transport, systems, perSecond, boundSeconds, daySeconds, tables, 1, Set.of(), faults);
    }

    /** The same with outboxes that are divided into so many shards. */
    public ChaosPlan divided(int into) {
        return new ChaosPlan(
                seed, seconds, transport, systems, perSecond, boundSeconds, daySeconds, tables, into, kinds, faults);
    }

    private static Set<FaultKind> union(Set<FaultKind> kinds, List<PlannedFault> faults) {
        Set<FaultKind> all = EnumSet.noneOf(FaultKind.class);
        all.addAll(kinds);
        faults.forEach(fault -> all.add(fault.kind()));
        return Collections.unmodifiableSet(all);
    }

    /** What carries the messages of a run. */
    public enum Carrier {
        /** JMS for all. */
        JMS(Transports.JMS, false),
        /** DDS for all. */
        DDS(Transports.DDS, false),
        /** Both are enabled at every node; the first, third and fifth system send by JMS, the others by DDS. */
        MIXED(Transports.MIXED, false),
        /** DDS, each system in a network of its own, which a WAN gateway joins to each other by a link. */
        WAN(Transports.DDS, true),
        /** As mixed, and DDS goes by WAN gateways as with {@link #WAN}; JMS is routed. */
        ALL(Transports.MIXED, true);

        private final Transports nodes;
        private final boolean gateways;

        Carrier(Transports nodes, boolean gateways) {
            this.nodes = nodes;
            this.gateways = gateways;
        }

        /** What the nodes use. */
        public Transports nodes() {
            return nodes;
        }

        /** Whether each system has a WAN gateway. */
        public boolean hasGateways() {
            return gateways;
        }
    }

    private static void requireTransport(Carrier transport, FaultKind kind) {
        require(
                transport.hasGateways() || !kind.needsGateway(),
                kind.label() + " needs WAN gateways, which only the transports wan and all have");
        require(
                transport.nodes() != Transports.DDS || !kind.needsBrokers(),
                kind.label() + " needs JMS, which only the transports jms, mixed and all use");
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalArgumentException(problem);
        }
    }

    /**
     * The same with faults of these kinds, drawn from the seed.
     *
     * @param peaceSeconds longest time between two rounds of faults
     */
    public ChaosPlan drawn(Set<FaultKind> kinds, int peaceSeconds) {
        kinds.forEach(kind -> requireTransport(transport, kind));
        require(peaceSeconds > 1, "there is more than a second of peace between two rounds");
        return with(new FaultSchedule(seed, seconds, peaceSeconds).draw(names(), kinds));
    }

    /** The same with these faults, and set up for those it has as well: without that it would be another run. */
    public ChaosPlan with(List<PlannedFault> other) {
        return new ChaosPlan(
                seed, seconds, transport, systems, perSecond, boundSeconds, daySeconds, tables, shards, kinds, other);
    }

    /** Its days. */
    public Days days() {
        return new Days(daySeconds, boundSeconds);
    }

    /** Names of the systems. */
    public List<String> names() {
        return Mesh.SYSTEMS.subList(0, systems);
    }

    /** Whether it is set up for faults of this kind. */
    public boolean has(FaultKind kind) {
        return kinds.contains(kind);
    }

    /** Whether there is a relay in each link. */
    public boolean hasRelays() {
        return kinds.stream().anyMatch(FaultKind::needsRelay);
    }

    /** Whether its database servers have disks of their own. */
    public boolean hasDisks() {
        return kinds.stream().anyMatch(FaultKind::needsDisk);
    }

    /** Whether nodes and WAN gateways have disks of their own. */
    public boolean hasNodeDisks() {
        return has(FaultKind.NODE_DISK_FULL);
    }

    /** Whether its nodes use external brokers. */
    public boolean hasBrokers() {
        return kinds.stream().anyMatch(FaultKind::needsBrokers);
    }

    /** Whether its database servers have standbys. */
    public boolean hasStandbys() {
        return has(FaultKind.FAILOVER);
    }

    /** Keeps it. */
    public void write(Path file) throws IOException {
        Files.writeString(file, JSON.writeValueAsString(this) + "\n");
    }

    /**
     * Reads one.
     *
     * @throws IOException also when the file is none
     */
    public static ChaosPlan read(Path file) throws IOException {
        try {
            return JSON.readValue(Files.readString(file), ChaosPlan.class);
        } catch (JacksonException e) {
            throw new IOException(file + " is no plan of a run: " + e.getOriginalMessage(), e);
        }
    }
}
