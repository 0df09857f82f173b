package org.c4igateway.wan.gateway;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.journal.JournalSpec;
import org.c4igateway.wan.journal.KillableJournal;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.route.LanPort;
import org.c4igateway.wan.route.Router;
import org.c4igateway.wan.route.RouterIdentity;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.Discard;
import org.c4igateway.wan.route.outlet.RouteTally;

/** A site's gateway through several lives: router, one link and its journal, without DDS and without threads. */
final class SimGateway implements LanPort, RouteTally {
    /** Of each node at a gateway: none of them restarts. */
    static final long INCARNATION = 1;

    static final String LINK = "wan";

    final String site;
    private final String node;
    private final LinkSpec spec;
    private final FrameLink.DatagramSink sink;
    final KillableJournal journal;
    final Map<String, KmtfNode> announced = new TreeMap<>();
    final List<KmtfMessage> messages = new ArrayList<>();
    final List<KmtfReceipt> receipts = new ArrayList<>();
    private Router router;
    private FrameLink link;
    private long incarnation;
    private boolean met;
    long startedNanos;

    /** @param node the system in its domain */
    SimGateway(String node, LinkSpec spec, String site, FrameLink.DatagramSink sink, ClockReading now) {
        this.site = site;
        this.node = node;
        this.spec = spec;
        this.sink = sink;
        JournalSpec place = spec.journal().orElseThrow();
        Path file = place.file(site);
        this.journal = new KillableJournal(file, place.bounds());
        this.router = router(now);
        this.link = link(journal.journal(), now);
    }

    private Router router(ClockReading now) {
        incarnation++;
        met = false;
        startedNanos = now.nanos();
        announced.clear();
        return new Router(new RouterIdentity(site, incarnation), LanNode.CATALOGUE, this, this, now);
    }

    private FrameLink link(RecordJournal of, ClockReading now) {
        Hello self = new Hello(site, incarnation, router.catalogueIdentity(), List.of(), List.of());
        LinkMeters meters =
                new LinkMeters(new SimpleMeterRegistry(), LINK, spec.place().sites());
        FrameLink made = new FrameLink(spec, self, new FrameLink.LinkContext(router, sink, meters, of, () -> {}), now);
        router.addLink(LINK, made, spec.policy(), spec.hold().toNanos(), now);
        return made;
    }

    /** The process ends, in order or not, and another begins. */
    void restart(boolean kill, ClockReading now) {
        RecordJournal reopened = kill ? journal.kill() : journal.restart();
        router = router(now);
        link = link(reopened, now);
    }

    /** Its domain's node is found. */
    void meet(ClockReading now) {
        met = true;
        List<String> topics = LanNode.CATALOGUE.topics().stream()
                .map(topic -> "%s=%08x".formatted(topic.id(), topic.digest()))
                .toList();
        router.nodeAnnounced(
                new KmtfNode(node, INCARNATION, LanNode.CATALOGUE.contentHash(), topics, "", KmtfNode.Database.UNKNOWN),
                now);
        router.readersChanged(now);
    }

    boolean hasMet() {
        return met;
    }

    void write(KmtfMessage message, ClockReading now) {
        router.fromLan(message, now.epochNanos(), now);
    }

    void write(KmtfReceipt receipt, ClockReading now) {
        router.fromLan(receipt, now.epochNanos(), now);
    }

    void receive(byte[] body, ClockReading now) {
        link.receive(spec.place().sites().getFirst(), body, now);
    }

    void work(ClockReading now) {
        boolean again = true;
        while (again) {
            again = link.work(now);
        }
    }

    void tick(ClockReading now) {
        router.tick(now);
    }

    long wakeNanos(ClockReading now) {
        return link.wakeNanos(now);
    }

    Optional<TransportAlarm> alarm(ClockReading now) {
        return link.alarm(now);
    }

    LinkStatus status(ClockReading now) {
        return link.status(now);
    }

    void close() {
        link.close();
    }

    @Override
    public int readersOf(String topicId) {
        return met ? 1 : 0;
    }

    @Override
    public void write(KmtfMessage message, long sourceNanos) {
        messages.add(message);
    }

    @Override
    public void write(KmtfReceipt receipt, long sourceNanos) {
        receipts.add(receipt);
    }

    @Override
    public void announce(KmtfNode far) {
        announced.put(far.system(), far);
    }

    @Override
    public void withdraw(KmtfNode far) {
        announced.remove(far.system());
    }

    @Override
    public void discarded(String of, Discard reason, Precedence precedence) {}

    @Override
    public void refused(String of, Precedence precedence) {}

    @Override
    public void nodeIgnored() {}
}
