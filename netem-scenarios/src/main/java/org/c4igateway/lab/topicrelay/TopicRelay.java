package org.c4igateway.lab.topicrelay;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.wan.route.LanPort;
import org.c4igateway.wan.route.Router;
import org.c4igateway.wan.route.RouterIdentity;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.c4igateway.wan.route.site.RouteEpochs;
import org.c4igateway.wan.route.site.SiteNodes;

/**
 * Copies samples between a site's domain and plain DDS domains on the WAN, topic by topic. Without precedence,
 * interest, routing beyond one WAN domain or storage; it is compared with {@link Router}. One thread at a time; time
 * never goes back.
 */
final class TopicRelay {
    private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final RouterIdentity identity;
    private final TopicCatalogue catalogue;
    private final LanPort lan;
    private final SiteNodes nodes;
    private final Map<String, RelayEnd> ends = new TreeMap<>();
    private long breaks;
    private long repeatedAtNanos;

    /** @param lan the site's domain */
    TopicRelay(RouterIdentity identity, TopicCatalogue catalogue, LanPort lan, ClockReading start) {
        this.identity = identity;
        this.catalogue = catalogue;
        this.lan = lan;
        this.nodes = new SiteNodes(catalogue.digests().keySet(), lan::readersOf);
        this.repeatedAtNanos = start.nanos();
    }

    /**
     * A WAN domain is joined.
     *
     * @param policy its lists; caps are not looked at
     */
    void addLink(String link, LanPort wan, LinkPolicy policy) {
        ends.put(link, new RelayEnd(identity, catalogue, wan, lan, policy));
    }

    /** A node was announced in the site's domain, by itself or by another gateway. */
    void nodeAnnounced(KmtfNode node, ClockReading now) {
        var _ = nodes.announced(node, now.nanos());
    }

    /** The system is no longer announced in the site's domain. */
    void nodeGone(String system) {
        var _ = nodes.gone(system);
    }

    /** Messages for the site's domain were dropped: its systems must be sent them again. */
    void lanBroken() {
        breaks++;
    }

    /** A message was written in the site's domain. */
    void fromLan(KmtfMessage message, long sourceNanos) {
        if (!isOfAnotherSite(message.origin())) {
            ends.values().forEach(end -> end.write(message, sourceNanos));
        }
    }

    /** A receipt or greeting was written in the site's domain. */
    void fromLan(KmtfReceipt receipt, long sourceNanos) {
        if (!isOfAnotherSite(receipt.receiver())) {
            ends.values().forEach(end -> end.write(receipt, sourceNanos));
        }
    }

    /** Samples written by a gateway must not go back. */
    private boolean isOfAnotherSite(String system) {
        return nodes.gatewayOf(system).isPresent() || ends.values().stream().anyMatch(end -> end.has(system));
    }

    /** Another gateway wrote a message in a WAN domain. */
    void fromWan(KmtfMessage message, long sourceNanos) {
        if (!nodes.isHere(message.origin())) {
            lan.write(message, sourceNanos);
        }
    }

    /** Another gateway wrote a receipt or greeting in a WAN domain. */
    void fromWan(KmtfReceipt receipt, long sourceNanos) {
        if (!nodes.isHere(receipt.receiver())) {
            lan.write(receipt, sourceNanos);
        }
    }

    /** Another gateway announced a system in a WAN domain. */
    void farAnnounced(String link, KmtfNode node, ClockReading now) {
        RelayEnd end = ends.get(link);
        if (end != null) {
            end.announced(node, now);
        }
    }

    /** The system is no longer announced in that WAN domain. */
    void farGone(String link, String system) {
        RelayEnd end = ends.get(link);
        if (end != null) {
            end.gone(system);
        }
    }

    /** Messages for that WAN domain were dropped. */
    void wanBroken(String link) {
        RelayEnd end = ends.get(link);
        if (end != null) {
            end.broken();
        }
    }

    /** Does what is due: call it a few times a second. */
    void tick(ClockReading now) {
        var _ = nodes.review(now.nanos());
        boolean repeat = now.nanos() - repeatedAtNanos >= REPEAT_NANOS;
        repeatedAtNanos = repeat ? now.nanos() : repeatedAtNanos;
        String via = via(identity, breaks);
        List<KmtfNode> here =
                nodes.ready().stream().map(node -> withVia(node, via)).toList();
        ends.values().forEach(end -> {
            end.tell(here, repeat);
            end.show(nodes::isHere, repeat, now);
        });
    }

    static String via(RouterIdentity identity, long word) {
        return identity.site() + " " + Long.toHexString(RouteEpochs.join(identity.incarnation(), word));
    }

    static KmtfNode withVia(KmtfNode node, String via) {
        return new KmtfNode(
                node.system(), node.incarnation(), node.catalogueHash(), node.topics(), via, node.database());
    }

    /** Takes every announcement back. */
    void close() {
        ends.values().forEach(RelayEnd::close);
        ends.clear();
    }
}
