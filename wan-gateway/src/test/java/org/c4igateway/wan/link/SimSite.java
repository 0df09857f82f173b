package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.DatagramOpener;
import org.c4igateway.wan.frame.DatagramSealer;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.frame.OpenResult;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.wire.SessionNumber;
import org.c4igateway.wan.link.measure.LinkSnapshot;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.LinkListener;
import org.c4igateway.wan.link.record.OfferResult;
import org.c4igateway.wan.link.record.PeerChange;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.settings.LinkIdentity;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.jspecify.annotations.Nullable;

/** A gateway of the simulation: an engine, what was offered to it, and what it handed on. */
final class SimSite implements LinkListener {
    /** One thing handed on. */
    record Arrival(String from, long senderSession, long ownSession, SimItem item) {}

    private static final long EPOCH_MILLIS = 1_790_000_000_000L;

    final String name;
    final SimShaper shaper;
    final LinkSettings settings;
    final Map<Long, SimItem> offered = new LinkedHashMap<>();
    final List<Arrival> arrivals = new ArrayList<>();
    final Map<String, Long> peerSessions = new HashMap<>();
    final List<String> peers = new ArrayList<>();
    final Map<String, PeerChange> lastChange = new HashMap<>();
    final List<PeerChange> changes = new ArrayList<>();
    private final SimTime time;
    private final Random random;
    private final SimWorld world;
    private final Map<String, DatagramOpener> openers = new HashMap<>();
    private ChunkPacker packer = ChunkPacker.plain();
    private ChunkUnpacker unpacker = new ChunkUnpacker(List.of());
    private KeyRing keys = KeyRing.unsealed();
    private long session;
    private @Nullable LinkEngine engine;
    private long wakeAt = -1;
    int starts;
    int downs;
    /** Called with the precedence of each datagram sent. */
    Runnable onPump = () -> {};

    java.util.function.Consumer<OutgoingDatagram> onSent = outgoing -> {};

    SimSite(String name, SimTime time, SimShaper shaper, LinkSettings settings, SimWorld world) {
        this.name = name;
        this.time = time;
        this.shaper = shaper;
        this.settings = settings;
        this.random = new Random(world.seed() * 31 + name.hashCode());
        this.world = world;
    }

    void seal(KeyRing ring) {
        keys = ring;
    }

    void compression(ChunkPacker with, ChunkUnpacker without) {
        packer = with;
        unpacker = without;
    }

    /** Starts, or starts anew after being killed: what had not ended is offered again. */
    void start() {
        starts++;
        session = SessionNumber.after(session, EPOCH_MILLIS + time.nowNanos() / 1_000_000, random);
        openers.clear();
        peers.forEach(peer -> openers.put(peer, new DatagramOpener(peer, keys)));
        Hello hello = new Hello(name, starts, 0, List.of(), List.of());
        LinkParts parts = new LinkParts(new DatagramSealer(name, session, keys), packer, unpacker, this);
        LinkEngine next = new LinkEngine(settings, new LinkIdentity(session, hello, peers), parts, time.nowNanos());
        engine = next;
        for (SimItem item : List.copyOf(offered.values())) {
            if (item.ending == null) {
                next.offer(item.item, time.nowNanos());
            }
        }
        pump();
    }

    LinkEngine engine() {
        if (engine == null) {
            throw new IllegalStateException("not started");
        }
        return engine;
    }

    LinkSnapshot snapshot() {
        return engine().snapshot(time.nowNanos());
    }

    OfferResult offer(SimItem item) {
        offered.put(item.item.id(), item);
        OfferResult offerResult = engine().offer(item.item, time.nowNanos());
        pump();
        return offerResult;
    }

    void receive(String from, byte[] datagram) {
        DatagramOpener opener = openers.get(from);
        if (opener != null && opener.open(datagram) instanceof OpenResult.Opened opened) {
            engine().receive(from, opened.datagram(), time.nowNanos());
            pump();
        }
    }

    void pump() {
        LinkEngine present = engine();
        for (OutgoingDatagram out = present.next(time.nowNanos()); out != null; out = present.next(time.nowNanos())) {
            shaper.send(out.body());
            onSent.accept(out);
        }
        onPump.run();
        long wake = present.wakeNanos(time.nowNanos());
        if (wake <= time.nowNanos()) {
            throw new AssertionError(name + " wants to be called again at once at " + time.nowNanos());
        }
        if (wake != wakeAt && wake != Long.MAX_VALUE) {
            wakeAt = wake;
            time.at(wake, () -> {
                if (wakeAt == wake) {
                    wakeAt = -1;
                    pump();
                }
            });
        }
    }

    @Override
    public void delivered(String peer, Precedence precedence, byte[] record) {
        SimItem item = world.find(record);
        if (item == null || item.item.precedence() != precedence) {
            throw new AssertionError(name + " got what nobody sent: " + record.length + " bytes");
        }
        item.arrived(name);
        arrivals.add(new Arrival(peer, peerSessions.getOrDefault(peer, -1L), session, item));
    }

    @Override
    public void ended(LinkItem item, RecordOutcome ending) {
        SimItem mine = offered.get(item.id());
        if (mine == null) {
            throw new AssertionError(name + " ended what it never offered: " + item.id());
        }
        mine.end(ending);
        world.itemEnded();
    }

    @Override
    public void greeted(String peer, Hello hello) {
        if (!hello.site().equals(peer)) {
            throw new AssertionError(peer + " calls itself " + hello.site());
        }
    }

    @Override
    public void changed(String peer, PeerChange change, long peerSession) {
        lastChange.put(peer, change);
        changes.add(change);
        peerSessions.put(peer, peerSession);
        downs += change == PeerChange.DOWN ? 1 : 0;
    }

    /** Session of a peer that was heard. */
    long sessionOf(String peer) {
        return Objects.requireNonNull(peerSessions.get(peer), peer);
    }
}
