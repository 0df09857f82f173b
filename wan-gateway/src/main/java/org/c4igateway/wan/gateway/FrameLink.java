package org.c4igateway.wan.gateway;

import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.wan.frame.DatagramOpener;
import org.c4igateway.wan.frame.DatagramSealer;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.frame.OpenResult;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.wire.RefusalReason;
import org.c4igateway.wan.frame.wire.SessionNumber;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.link.LinkEngine;
import org.c4igateway.wan.link.LinkParts;
import org.c4igateway.wan.link.OutgoingDatagram;
import org.c4igateway.wan.link.measure.LinkSnapshot;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.LinkListener;
import org.c4igateway.wan.link.record.PeerChange;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.settings.LinkIdentity;
import org.c4igateway.wan.route.Router;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.LinkPort;
import org.c4igateway.wan.route.site.Neighbour;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running link: its engine, the seals of its streams, and the events for the router. Used by the loop's thread only.
 */
final class FrameLink implements LinkPort, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FrameLink.class);
    private static final int CONTROL_LEVEL = 0;

    private final Hello self;
    private final Router router;
    private final DatagramSink wire;
    private final LinkMeters meters;
    private final RecordJournal journal;
    private final Runnable onChange;
    private final Packers packers;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, DatagramOpener> openers = new HashMap<>();
    private final Map<String, Hello> hellos = new HashMap<>();
    /** Of the engine, which must not be called back from its listener: what the router is to be told, in order. */
    private final ArrayDeque<Consumer<ClockReading>> events = new ArrayDeque<>();

    /** Since the last offer began. */
    private final List<LinkItem> returned = new ArrayList<>();

    private final LaterSessions laterSessions = new LaterSessions();
    private final List<String> sites;
    private LinkSpec spec;
    private KeyRing keys;
    private DatagramSealer sealer;
    private ChunkPacker packer;
    private LinkEngine engine;

    /** Where sealed datagrams go. */
    interface DatagramSink {
        /** Does not block. The datagram may be lost. */
        void send(int level, byte[] body);
    }

    /**
     * Parts that a link uses.
     *
     * @param router receives the events
     * @param wire takes datagrams
     * @param meters count what is refused
     * @param journal is the link's from now on
     * @param onChange runs when a peer came or went
     */
    record LinkContext(Router router, DatagramSink wire, LinkMeters meters, RecordJournal journal, Runnable onChange) {}

    /** @param self identity of this end */
    FrameLink(LinkSpec spec, Hello self, LinkContext around, ClockReading now) {
        this.spec = spec;
        this.self = self;
        this.router = around.router();
        this.wire = around.wire();
        this.meters = around.meters();
        this.journal = around.journal();
        this.onChange = around.onChange();
        this.sites = spec.place().sites();
        this.keys = spec.keys();
        for (String peer : sites) {
            openers.put(peer, new DatagramOpener(spec.streamOf(peer, self.site()), keys));
        }
        this.packers = new Packers(spec);
        this.packer = packers.shared(List.of(), sites.size());
        long session = SessionNumber.after(0, TimeUnit.NANOSECONDS.toMillis(now.epochNanos()), random);
        this.sealer = new DatagramSealer(spec.streamOf(self.site(), self.site()), session, keys);
        this.engine = engine(session, now);
    }

    private LinkEngine engine(long session, ClockReading now) {
        LinkParts parts = new LinkParts(sealer, packer, packers.unpacker(), new Listener());
        return new LinkEngine(spec.settings(), new LinkIdentity(session, self, sites), parts, now.nanos());
    }

    @Override
    public List<String> peers() {
        return sites;
    }

    @Override
    public boolean sharesCatalogue() {
        return hellos.size() == sites.size()
                && hellos.values().stream().allMatch(hello -> hello.catalogue() == self.catalogue());
    }

    @Override
    public RecordJournal journal() {
        return journal;
    }

    @Override
    public List<LinkItem> offer(LinkItem item, long nowNanos) {
        returned.clear();
        var _ = engine.offer(item, nowNanos);
        return List.copyOf(returned);
    }

    /** A datagram came from a peer's stream. */
    void receive(String peer, byte[] bytes, ClockReading now) {
        DatagramOpener opener = openers.get(peer);
        if (opener == null) {
            return;
        }
        switch (opener.open(bytes)) {
            case OpenResult.Opened opened -> engine.receive(peer, opened.datagram(), now.nanos());
            case OpenResult.Refused(RefusalReason reason, String detail) -> {
                LOG.debug("{}: refused a datagram from {} ({}): {}", spec.name(), peer, reason.label(), detail);
                meters.refused(reason);
            }
        }
    }

    /** A peer's reader of this end's datagrams was found. */
    void found() {
        engine.found();
    }

    /**
     * Sends the datagrams that are due and reports events to the router.
     *
     * @return whether anything happened that may have given other links work
     */
    boolean work(ClockReading now) {
        boolean any = tell(now);
        laterSessions.due(journal.isAway(), now.nanos()).ifPresent(known -> beginAnew(known, now));
        for (OutgoingDatagram next = engine.next(now.nanos()); next != null; next = engine.next(now.nanos())) {
            int level = next.precedence().map(Precedence::code).orElse(CONTROL_LEVEL);
            wire.send(level, next.body());
        }
        return tell(now) || any;
    }

    private boolean tell(ClockReading now) {
        boolean any = !events.isEmpty();
        for (Consumer<ClockReading> event = events.poll(); event != null; event = events.poll()) {
            event.accept(now);
        }
        return any;
    }

    private void arrived(String peer, Precedence precedence, byte[] bytes, ClockReading now) {
        if (!router.arrived(neighbour(peer), precedence, bytes, now)) {
            engine.unreadable(peer);
        }
    }

    private Neighbour neighbour(String peer) {
        return new Neighbour(spec.name(), peer);
    }

    private void greeted(String peer, Hello hello, ClockReading now) {
        if (!hello.site().equals(peer)) {
            LOG.warn("{}: the peer configured as {} calls itself {}", spec.name(), peer, hello.site());
        }
        Hello before = hellos.put(peer, hello);
        if (hello.catalogue() != self.catalogue() && (before == null || before.catalogue() != hello.catalogue())) {
            LOG.warn("{}: {} has another catalogue; only the common part is carried", spec.name(), peer);
        }
        packer = packers.shared(hellos.values(), sites.size());
        engine.packer(packer);
        router.greeted(neighbour(peer), now);
    }

    private void changed(String peer, PeerChange change, long session, ClockReading now) {
        LOG.info("{}: {} is {}", spec.name(), peer, change);
        onChange.run();
        switch (change) {
            case UP -> router.up(neighbour(peer), now);
            case DOWN -> router.down(neighbour(peer), now);
            case RESTARTED -> router.broken(neighbour(peer), now);
            case UNREADABLE -> router.unreadable(neighbour(peer), now);
            case KNOWS_LATER_SESSION -> laterSessions.known(session);
        }
    }

    /** This gateway's clock was set back between two starts, or it is not alone: peers refuse all it sends. */
    private void beginAnew(long known, ClockReading now) {
        long session = SessionNumber.after(known, TimeUnit.NANOSECONDS.toMillis(now.epochNanos()), random);
        LOG.warn("{}: a peer knows a later start of this gateway. Starting a new session", spec.name());
        sealer = new DatagramSealer(spec.streamOf(self.site(), self.site()), session, keys);
        engine = engine(session, now);
        router.emptied(spec.name(), now);
        sites.forEach(each -> router.broken(neighbour(each), now));
    }

    /** @return that another gateway of this site uses the link, if it seems so */
    Optional<TransportAlarm> alarm(ClockReading now) {
        return laterSessions.alarm(self.site(), spec.name(), now.nanos());
    }

    LinkSpec spec() {
        return spec;
    }

    /** From now on this rate, these keys and this policy. Only for settings that {@link LinkSpec#isOpenAs} allows. */
    void use(LinkSpec changed) {
        spec = changed;
        engine.rate(changed.settings().rate().bitsPerSecond());
        keys = changed.keys();
        sealer.use(keys);
        openers.values().forEach(opener -> opener.use(keys));
    }

    long wakeNanos(ClockReading now) {
        return engine.wakeNanos(now.nanos());
    }

    LinkSnapshot snapshot(ClockReading now) {
        return engine.snapshot(now.nanos());
    }

    LinkStatus status(ClockReading now) {
        List<String> foreign = hellos.entrySet().stream()
                .filter(each -> each.getValue().catalogue() != self.catalogue())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        return new LinkStatus(
                spec.name(),
                keys.seals(),
                sites,
                foreign,
                snapshot(now),
                journal.snapshot(now.epochNanos()),
                router.heldBack(spec.name(), now));
    }

    /** Frees memory outside the heap and closes the journal. The link must not be used afterwards. */
    @Override
    public void close() {
        packers.close();
        journal.close();
    }

    /** Queues the events of the engine. */
    private final class Listener implements LinkListener {
        @Override
        public void delivered(String peer, Precedence precedence, byte[] record) {
            events.add(now -> arrived(peer, precedence, record, now));
        }

        @Override
        public void ended(LinkItem item, RecordOutcome recordOutcome) {
            if (recordOutcome == RecordOutcome.RETURNED) {
                returned.add(item);
            }
            events.add(now -> router.ended(spec.name(), item, recordOutcome, now));
        }

        @Override
        public void greeted(String peer, Hello hello) {
            events.add(now -> FrameLink.this.greeted(peer, hello, now));
        }

        @Override
        public void changed(String peer, PeerChange change, long session) {
            events.add(now -> FrameLink.this.changed(peer, change, session, now));
        }
    }
}
