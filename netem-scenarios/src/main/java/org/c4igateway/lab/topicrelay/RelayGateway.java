package org.c4igateway.lab.topicrelay;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.wan.gateway.GatewayLoop;
import org.c4igateway.wan.gateway.LinkSpec;
import org.c4igateway.wan.gateway.WanSpec;
import org.c4igateway.wan.lan.LanListener;
import org.c4igateway.wan.lan.SiteLan;
import org.c4igateway.wan.route.RouterIdentity;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.InFlightMessage;

/**
 * A gateway that copies each sample of its site to the same topic of a DDS domain on the WAN, and back, as a plain DDS
 * gateway does. No frames, no compression, no precedence, no pacing, no seal. Created once, closed once.
 */
final class RelayGateway implements AutoCloseable {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int SAMPLE_OVERHEAD_BYTES = 256;
    private static final int ANNOUNCEMENTS_PER_LEASE = 4;

    private final DdsSettings settings;
    private final long maxBytes;
    private final TopicCatalogue catalogue;
    private final MeterRegistry registry;
    private final Loops loops;
    private final GatewayLoop loop;
    private final SiteLan lan;
    private final TopicRelay relay;
    private final Map<String, SiteLan> ends = new TreeMap<>();

    /**
     * Joins the site's domain and those of the links; nothing is carried before {@link #start}.
     *
     * @param incarnation differs for each start
     * @param loops show whether its threads turn
     * @throws org.c4igateway.dds.api.DdsException when a domain cannot be joined
     */
    RelayGateway(WanSpec spec, long incarnation, MeterRegistry registry, InstantSource time, Loops loops) {
        this.settings = spec.lan();
        this.maxBytes = spec.maxLanBytes();
        this.catalogue = spec.catalogue();
        this.registry = registry;
        this.loops = loops;
        this.loop = new GatewayLoop(time, this::beat, loops);
        ClockReading now = loop.now();
        this.lan = new SiteLan(SiteLan.Domain.of(settings, maxBytes), catalogue, registry, new FromLan(), loops);
        this.relay = new TopicRelay(new RouterIdentity(spec.site(), incarnation), catalogue, lan, now);
        try {
            spec.links().forEach(this::open);
        } catch (RuntimeException e) {
            ends.values().forEach(SiteLan::close);
            lan.close();
            throw e;
        }
    }

    private void open(LinkSpec spec) {
        SiteLan.Domain domain = new SiteLan.Domain(settings, domain(spec.place()), maxBytes, "c4i.wan.relay");
        SiteLan wan = new SiteLan(domain, catalogue, registry, new FromWan(spec.name()), loops);
        ends.put(spec.name(), wan);
        relay.addLink(spec.name(), wan, spec.policy());
    }

    /** The qualities of the site's domain, at the place of the link. */
    private DomainConfig domain(LinkSpec.Place place) {
        DomainConfig site = settings.domain();
        List<String> peers =
                place.peers().values().stream().filter(peer -> !peer.isEmpty()).toList();
        DomainConfig.Multicast multicast =
                place.group().isPresent() ? DomainConfig.Multicast.ALL : DomainConfig.Multicast.NONE;
        Duration lease = place.announcement().multipliedBy(ANNOUNCEMENTS_PER_LEASE);
        return new DomainConfig(
                place.domainId(),
                new DomainConfig.Network(place.interfaces(), multicast, peers),
                lease.compareTo(site.lease()) > 0 ? lease : site.lease(),
                site.tuning(),
                Optional.of(new DomainConfig.Rendezvous(place.port(), place.announcement(), place.group())));
    }

    /** Starts carrying. */
    void start() {
        loop.start();
        lan.start();
        ends.values().forEach(SiteLan::start);
    }

    private long beat(ClockReading now) {
        relay.tick(now);
        lan.review();
        ends.values().forEach(SiteLan::review);
        return now.nanos() + TICK_NANOS;
    }

    /** Each link by name, and whether the gateway at its other end reads what this one writes. Any thread may ask. */
    Map<String, Boolean> links() {
        String topic = catalogue.topics().getFirst().id();
        Map<String, Boolean> links = new TreeMap<>();
        ends.forEach((name, wan) -> links.put(name, wan.readersOf(topic) > 0));
        return links;
    }

    @Override
    public void close() {
        loop.force(now -> relay.close());
        loop.close();
        ends.values().forEach(SiteLan::close);
        lan.close();
    }

    /** What is heard on either side. */
    private abstract class Relayed implements LanListener {
        abstract void pass(KmtfMessage message, long sourceNanos);

        @Override
        public void onMessage(KmtfMessage message, long sourceNanos) {
            loop.put(
                    InFlightMessage.precedenceOf(message),
                    now -> pass(message, sourceNanos),
                    message.payload().length + SAMPLE_OVERHEAD_BYTES);
        }

        @Override
        public void onMissing(String origin, long previousNanos, long sourceNanos) {
            // The relay passes what it gets. Receipts that do not come let the origin send again.
        }

        @Override
        public void onReadersChanged() {
            // Looked at with each tick.
        }
    }

    private final class FromLan extends Relayed {
        @Override
        void pass(KmtfMessage message, long sourceNanos) {
            relay.fromLan(message, sourceNanos);
        }

        @Override
        public void onReceipt(KmtfReceipt receipt, long sourceNanos) {
            loop.force(now -> relay.fromLan(receipt, sourceNanos));
        }

        @Override
        public boolean onNode(KmtfNode node) {
            loop.force(now -> relay.nodeAnnounced(node, now));
            return true;
        }

        @Override
        public void onNodeGone(String system) {
            loop.force(now -> relay.nodeGone(system));
        }

        @Override
        public void onOverflow(int dropped) {
            loop.force(now -> relay.lanBroken());
        }
    }

    private final class FromWan extends Relayed {
        private final String link;

        FromWan(String link) {
            this.link = link;
        }

        @Override
        void pass(KmtfMessage message, long sourceNanos) {
            relay.fromWan(message, sourceNanos);
        }

        @Override
        public void onReceipt(KmtfReceipt receipt, long sourceNanos) {
            loop.force(now -> relay.fromWan(receipt, sourceNanos));
        }

        @Override
        public boolean onNode(KmtfNode node) {
            loop.force(now -> relay.farAnnounced(link, node, now));
            return true;
        }

        @Override
        public void onNodeGone(String system) {
            loop.force(now -> relay.farGone(link, system));
        }

        @Override
        public void onOverflow(int dropped) {
            loop.force(now -> relay.wanBroken(link));
        }
    }
}
