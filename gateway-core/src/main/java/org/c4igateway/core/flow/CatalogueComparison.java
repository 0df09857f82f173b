package org.c4igateway.core.flow;

import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TopicMismatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the catalogues that others announce with this node's: a gauge for each, one line in the log for each
 * difference of two catalogues. Destinations are always compared, other systems up to a bound, because any process can
 * announce names. Safe for any thread.
 */
final class CatalogueComparison {
    /** Most systems without a route that have a gauge. */
    static final int MAX_STRANGERS = 256;
    /** Most differences that the log names. */
    private static final int SHOWN = 10;

    private static final Logger LOG = LoggerFactory.getLogger(CatalogueComparison.class);

    private final TopicCatalogue own;
    private final Set<SystemName> destinations;
    private final OwnGauges gauges;
    private final Map<SystemName, AtomicInteger> mismatches = new ConcurrentHashMap<>();

    CatalogueComparison(TopicCatalogue own, Set<SystemName> destinations, OwnGauges gauges) {
        this.own = own;
        this.destinations = Set.copyOf(destinations);
        this.gauges = gauges;
    }

    void announced(NodeAnnouncement announcement) {
        SystemName peer = announcement.system();
        boolean known = mismatches.containsKey(peer) || destinations.contains(peer);
        if (!known && mismatches.size() >= destinations.size() + MAX_STRANGERS) {
            return;
        }
        List<TopicMismatch> found = announcement.catalogueHash().equals(own.contentHash())
                ? List.of()
                : own.compare(announcement.topicDigests()).stream()
                        .filter(mismatch -> concerns(mismatch, announcement))
                        .toList();
        int before = mismatches.computeIfAbsent(peer, this::gauge).getAndSet(found.size());
        if (!found.isEmpty() && found.size() != before) {
            LOG.warn(
                    "{} catalogue of {} differs in {} topics: {}{}",
                    ErrorCode.CATALOGUE_MISMATCH.code(),
                    peer,
                    found.size(),
                    found.stream().limit(SHOWN).map(TopicMismatch::toString).collect(Collectors.joining("; ")),
                    found.size() > SHOWN ? " and others" : "");
        }
    }

    /** A node may leave out of its announcement what it does not subscribe to. */
    private boolean concerns(TopicMismatch mismatch, NodeAnnouncement announcement) {
        return mismatch.kind() != TopicMismatch.Kind.MISSING_THERE
                || own.find(mismatch.id())
                        .filter(announcement.introduction().subscriptions()::covers)
                        .isPresent();
    }

    private AtomicInteger gauge(SystemName peer) {
        AtomicInteger gauge = new AtomicInteger();
        gauges.add(MeterNames.CATALOGUE_MISMATCHES, Tags.of(MeterNames.PEER, peer.value()), gauge, AtomicInteger::get);
        return gauge;
    }
}
