package org.c4igateway.wan.route;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.transport.presence.Greeting;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.c4igateway.wan.route.outlet.LinkPort;
import org.c4igateway.wan.route.site.Neighbour;

/** Sites with routers, and links that carry everything at once and in order. Time moves by ticks only. */
public final class RouteWorld {
    static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    public static final Topic RELIABLE = CATALOGUE.topics().stream()
            .filter(topic -> topic.trafficClass() == TrafficClass.ORDER)
            .findFirst()
            .orElseThrow();
    static final Topic PERIODIC = CATALOGUE.topics().stream()
            .filter(topic -> topic.trafficClass() == TrafficClass.PERIODIC)
            .findFirst()
            .orElseThrow();
    private static final long START_EPOCH_NANOS = 1_800_000_000_000_000_000L;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Map<String, Site> sites = new TreeMap<>();
    private final Map<String, List<Wire>> wires = new LinkedHashMap<>();
    private long nanos;
    private long incarnations;
    boolean journals;
    /** How far the wall clocks are ahead; may be set back, which the other clock does not notice. */
    long wallAheadNanos;

    ClockReading now() {
        return new ClockReading(nanos, START_EPOCH_NANOS + wallAheadNanos + nanos);
    }

    Site site(String name) {
        return Objects.requireNonNull(sites.get(name));
    }

    Site addSite(String name) {
        Site site = new Site(name, ++incarnations);
        sites.put(name, site);
        return site;
    }

    /** One stream of each member that all others hear; a link of two is the usual case. */
    void connect(String link, String... members) {
        connect(link, LinkPolicy.OPEN, members);
    }

    void connect(String link, LinkPolicy policy, String... members) {
        List<Wire> ends = new ArrayList<>();
        for (String member : members) {
            List<String> peers =
                    Arrays.stream(members).filter(peer -> !peer.equals(member)).toList();
            Wire wire = new Wire(link, member, peers);
            ends.add(wire);
            site(member).router.addLink(link, wire, policy, TimeUnit.HOURS.toNanos(1), now());
            peers.forEach(peer -> site(member).router.up(new Neighbour(link, peer), now()));
        }
        wires.put(link, ends);
    }

    /** A site's gateway is another process from now on; its nodes, its links and their journals stay. */
    Site restart(String name) {
        Site before = site(name);
        Site after = addSite(name);
        wires.forEach((link, ends) -> ends.stream()
                .filter(end -> end.from.equals(name))
                .forEach(end -> {
                    end.waiting.clear();
                    after.router.addLink(link, end, LinkPolicy.OPEN, TimeUnit.HOURS.toNanos(1), now());
                    end.peers.forEach(peer -> site(peer).router.broken(new Neighbour(link, name), now()));
                }));
        before.incarnationOf.keySet().forEach(after::addNode);
        return after;
    }

    /** Both ends of a link answer each other again. */
    void answer(String link) {
        for (Wire end : Objects.requireNonNull(wires.get(link))) {
            end.cut = false;
            end.peers.forEach(peer -> site(end.from).router.up(new Neighbour(link, peer), now()));
        }
    }

    Wire wire(String link, String from) {
        return Objects.requireNonNull(wires.get(link)).stream()
                .filter(end -> end.from.equals(from))
                .findFirst()
                .orElseThrow();
    }

    /** Lets everything happen that is due within a second. */
    void settle() {
        for (int i = 0; i < 8; i++) {
            nanos += TICK_NANOS;
            sites.values().forEach(site -> site.router.tick(now()));
            carry();
        }
    }

    void pass(long amount, TimeUnit unit) {
        nanos += unit.toNanos(amount);
    }

    void carry() {
        boolean any = true;
        while (any) {
            any = false;
            for (List<Wire> ends : wires.values()) {
                for (Wire wire : ends) {
                    any |= wire.carryOne();
                }
            }
        }
    }

    /** Makes two nodes greet each other, so that messages between them pass. */
    void greet(Site from, String sender, Site to, String receiver) {
        pass(1, TimeUnit.MILLISECONDS);
        hear(from, hello(from, sender, to, receiver));
        pass(1, TimeUnit.MILLISECONDS);
    }

    /** A HELLO that a node says now. */
    Greeting hello(Site from, String sender, Site to, String receiver) {
        return new Greeting(
                new SystemName(sender),
                new SystemName(receiver),
                Greeting.Kind.HELLO,
                to.incarnation(receiver),
                from.incarnation(sender),
                now().epochNanos());
    }

    /** The gateway of a site hears a greeting of a node there, which may have been said earlier. */
    void hear(Site at, Greeting greeting) {
        at.router.fromLan(greeting.toWire(), greeting.atNanos(), now());
        carry();
    }

    KmtfMessage message(String origin, long sequence, Topic topic, String... destinations) {
        return new KmtfMessage(
                origin,
                topic.trafficClass() == TrafficClass.PERIODIC ? "TRACK" : "",
                sequence,
                topic.id(),
                3,
                now().epochNanos(),
                Long.MAX_VALUE,
                "EXERCISE",
                List.of(destinations),
                new byte[] {1, 2, (byte) sequence});
    }

    /** A stream from one site to the others of a link. */
    final class Wire implements LinkPort {
        final String link;
        final String from;
        private final List<String> peers;
        final Deque<LinkItem> waiting = new ArrayDeque<>();
        final RecordJournal journal = journals ? new HeapJournal() : RecordJournal.NONE;
        boolean cut;
        int room = Integer.MAX_VALUE;

        Wire(String link, String from, List<String> peers) {
            this.link = link;
            this.from = from;
            this.peers = peers;
        }

        @Override
        public List<String> peers() {
            return peers;
        }

        @Override
        public boolean sharesCatalogue() {
            return true;
        }

        @Override
        public RecordJournal journal() {
            return journal;
        }

        @Override
        public List<LinkItem> offer(LinkItem item, long nowNanos) {
            if (waiting.size() >= room && item.handling().resent()) {
                return List.of(item);
            }
            waiting.add(item);
            return List.of();
        }

        boolean carryOne() {
            LinkItem item = cut ? null : waiting.poll();
            if (item == null) {
                return false;
            }
            byte[] bytes = item.payload().read();
            Site sender = site(from);
            sender.router.ended(
                    link, item, bytes == null ? RecordOutcome.DROPPED_UNREADABLE : RecordOutcome.ACKED, now());
            if (bytes != null) {
                peers.forEach(
                        peer -> site(peer).router.arrived(new Neighbour(link, from), item.precedence(), bytes, now()));
            }
            return true;
        }

        void end(RecordOutcome recordOutcome) {
            LinkItem item = Objects.requireNonNull(waiting.poll());
            site(from).router.ended(link, item, recordOutcome, now());
        }
    }

    /** A site's gateway and what it does in its domain. */
    final class Site extends LanRecording {
        final Router router;
        private final Map<String, Long> incarnationOf = new TreeMap<>();

        Site(String name, long incarnation) {
            this.router =
                    new Router(new RouterIdentity(name, incarnation), CATALOGUE, this, this, RouteWorld.this.now());
        }

        Site addNode(String system) {
            readers++;
            return announce(system, system.hashCode(), "");
        }

        Site announce(String system, long incarnation, String via) {
            List<String> topics = CATALOGUE.topics().stream()
                    .map(topic -> "%s=%08x".formatted(topic.id(), topic.digest()))
                    .toList();
            incarnationOf.put(system, incarnation);
            KmtfNode node =
                    new KmtfNode(system, incarnation, CATALOGUE.contentHash(), topics, via, KmtfNode.Database.UNKNOWN);
            router.nodeAnnounced(node, RouteWorld.this.now());
            return this;
        }

        long incarnation(String system) {
            return incarnationOf.getOrDefault(system, 0L);
        }

        void wrote(KmtfMessage message) {
            router.fromLan(message, RouteWorld.this.now().epochNanos(), RouteWorld.this.now());
        }
    }
}
