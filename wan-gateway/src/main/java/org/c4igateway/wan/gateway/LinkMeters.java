package org.c4igateway.wan.gateway;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.wire.RefusalReason;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.link.measure.LevelTally;
import org.c4igateway.wan.link.measure.LinkSnapshot;
import org.c4igateway.wan.link.measure.PeerSnapshot;
import org.c4igateway.wan.route.outlet.Discard;
import org.jspecify.annotations.Nullable;

/** Metrics of one link: the counts of its engine, as of the last snapshot, and refused datagrams and messages. */
final class LinkMeters implements AutoCloseable {
    private static final String LINK = "link";
    private static final String PRECEDENCE = "precedence";
    private static final String REASON = "reason";
    private static final String KIND = "kind";
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final MeterRegistry registry;
    private final String link;
    private final List<Meter> meters = new ArrayList<>();
    private volatile @Nullable LinkSnapshot snapshot;
    private volatile RecordJournal.Snapshot journal = RecordJournal.Snapshot.NONE;
    private volatile int heldBack;

    LinkMeters(MeterRegistry registry, String link, List<String> peers) {
        this.registry = registry;
        this.link = link;
        for (Precedence precedence : Precedence.values()) {
            registerRecords(precedence);
            registerFrames(precedence);
        }
        counter("c4i.wan.control.bytes", Tags.of(LINK, link), s -> s.controlWireBytes());
        for (String peer : peers) {
            registerPeer(peer);
        }
        registerJournal();
        meters.add(Gauge.builder("c4i.wan.held.back", this, m -> m.heldBack)
                .tags(Tags.of(LINK, link))
                .strongReference(true)
                .register(registry));
    }

    private void registerJournal() {
        Tags tags = Tags.of(LINK, link);
        journal("c4i.wan.journal.records", tags, RecordJournal.Snapshot::records);
        journal("c4i.wan.journal.bytes", tags, RecordJournal.Snapshot::bytes);
        journal("c4i.wan.journal.file.bytes", tags, RecordJournal.Snapshot::fileBytes);
        journal("c4i.wan.journal.age.seconds", tags, j -> j.oldestNanos() / NANOS_PER_SECOND);
        journal("c4i.wan.journal.working", tags, j -> j.working() ? 1 : 0);
        journalCount("c4i.wan.journal.failures", tags, RecordJournal.Snapshot::failures);
        journalCount("c4i.wan.journal.damaged", tags, RecordJournal.Snapshot::damagedFiles);
        for (RecordJournal.Drop reason : RecordJournal.Drop.values()) {
            journalCount(
                    "c4i.wan.journal.dropped",
                    tags.and(REASON, reason.label()),
                    j -> j.drops().getOrDefault(reason, 0L));
        }
    }

    private void journal(String name, Tags tags, ToDoubleFunction<RecordJournal.Snapshot> value) {
        meters.add(Gauge.builder(name, this, m -> value.applyAsDouble(m.journal))
                .tags(tags)
                .strongReference(true)
                .register(registry));
    }

    private void journalCount(String name, Tags tags, ToDoubleFunction<RecordJournal.Snapshot> value) {
        meters.add(FunctionCounter.builder(name, this, m -> value.applyAsDouble(m.journal))
                .tags(tags)
                .register(registry));
    }

    private void registerRecords(Precedence precedence) {
        record Result(String name, ToDoubleFunction<LevelTally> count) {}
        List<Result> results = List.of(
                new Result("offered", LevelTally::offered),
                new Result("acked", LevelTally::acked),
                new Result("sent", LevelTally::sent),
                new Result("expired", LevelTally::expired),
                new Result("superseded", LevelTally::superseded),
                new Result("returned", LevelTally::returned),
                new Result("dropped", LevelTally::dropped));
        Tags tags = Tags.of(LINK, link, PRECEDENCE, precedence.name());
        for (Result result : results) {
            counter("c4i.wan.records", tags.and("result", result.name()), level(precedence, result.count()));
        }
        gauge("c4i.wan.queued", tags, level(precedence, LevelTally::queued));
        gauge("c4i.wan.in.flight", tags, level(precedence, LevelTally::inFlight));
        gauge("c4i.wan.queue.age.seconds", tags, s -> s.oldestWaitingNanos().get(precedence.code()) / NANOS_PER_SECOND);
    }

    private void registerFrames(Precedence precedence) {
        Tags tags = Tags.of(LINK, link, PRECEDENCE, precedence.name());
        counter("c4i.wan.frames", tags.and(KIND, "first"), traffic(precedence, LevelTally.Frames::frames));
        counter("c4i.wan.frames", tags.and(KIND, "repaired"), traffic(precedence, LevelTally.Frames::repaired));
        counter("c4i.wan.frames", tags.and(KIND, "repeated"), traffic(precedence, LevelTally.Frames::repeated));
        counter("c4i.wan.bytes", tags.and(KIND, "before"), traffic(precedence, LevelTally.Frames::bytesBefore));
        counter("c4i.wan.bytes", tags.and(KIND, "after"), traffic(precedence, LevelTally.Frames::bytesAfter));
        counter("c4i.wan.bytes", tags.and(KIND, "wire"), traffic(precedence, LevelTally.Frames::wireBytes));
    }

    private void registerPeer(String peer) {
        Tags tags = Tags.of(LINK, link, "peer", peer);
        gauge("c4i.wan.peer.up", tags, peer(peer, p -> p.up() ? 1 : 0));
        gauge("c4i.wan.rtt.seconds", tags, peer(peer, p -> p.roundTripNanos() / NANOS_PER_SECOND));
        gauge("c4i.wan.loss", tags, peer(peer, PeerSnapshot::loss));
        counter(
                "c4i.wan.received",
                tags.and(KIND, "datagrams"),
                peer(peer, p -> p.received().datagrams()));
        counter(
                "c4i.wan.received",
                tags.and(KIND, "records"),
                peer(peer, p -> p.received().records()));
        counter(
                "c4i.wan.received",
                tags.and(KIND, "abandoned"),
                peer(peer, p -> p.received().abandoned()));
        counter(
                "c4i.wan.received",
                tags.and(KIND, "duplicates"),
                peer(peer, p -> p.received().duplicates()));
        counter(
                "c4i.wan.received",
                tags.and(KIND, "unreadable"),
                peer(
                        peer,
                        p -> p.received().faults().unreadable()
                                + p.received().faults().oversized()));
    }

    private static ToDoubleFunction<LinkSnapshot> level(Precedence precedence, ToDoubleFunction<LevelTally> value) {
        return s -> value.applyAsDouble(s.levels().get(precedence.code()));
    }

    private static ToDoubleFunction<LinkSnapshot> traffic(
            Precedence precedence, ToDoubleFunction<LevelTally.Frames> value) {
        return level(precedence, tally -> value.applyAsDouble(tally.traffic()));
    }

    private static ToDoubleFunction<LinkSnapshot> peer(String name, ToDoubleFunction<PeerSnapshot> value) {
        return s -> s.peers().stream()
                .filter(peer -> peer.name().equals(name))
                .mapToDouble(value)
                .sum();
    }

    private void counter(String name, Tags tags, ToDoubleFunction<LinkSnapshot> value) {
        meters.add(FunctionCounter.builder(name, this, m -> m.read(value))
                .tags(tags)
                .register(registry));
    }

    private void gauge(String name, Tags tags, ToDoubleFunction<LinkSnapshot> value) {
        meters.add(Gauge.builder(name, this, m -> m.read(value))
                .tags(tags)
                .strongReference(true)
                .register(registry));
    }

    private double read(ToDoubleFunction<LinkSnapshot> value) {
        LinkSnapshot current = snapshot;
        return current == null ? 0 : value.applyAsDouble(current);
    }

    /** Takes a new state; any thread may read it. */
    void show(LinkStatus current) {
        snapshot = current.snapshot();
        journal = current.journal();
        heldBack = current.heldBack();
    }

    /** A datagram was refused. */
    void refused(RefusalReason reason) {
        count("c4i.wan.datagrams.refused", Tags.of(LINK, link, REASON, reason.label()));
    }

    /** A datagram of a link found no room before the loop; any thread. */
    static void overrun(MeterRegistry registry, String link) {
        registry.counter("c4i.wan.datagrams.refused", Tags.of(LINK, link, REASON, "overrun"))
                .increment();
    }

    /** The router did not hand a message on. */
    void discarded(Discard reason, Precedence precedence) {
        count("c4i.wan.discarded", Tags.of(LINK, link, PRECEDENCE, precedence.name(), REASON, reason.label()));
    }

    /** An origin got a negative receipt for a message that was given up. */
    void given(Precedence precedence) {
        count("c4i.wan.given.up", Tags.of(LINK, link, PRECEDENCE, precedence.name()));
    }

    private void count(String name, Tags tags) {
        registry.counter(name, tags).increment();
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }

    @Override
    public String toString() {
        return "meters of " + link.toLowerCase(Locale.ROOT);
    }
}
