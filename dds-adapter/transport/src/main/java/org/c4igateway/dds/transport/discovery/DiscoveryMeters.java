package org.c4igateway.dds.transport.discovery;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.metric.GaugeRows;
import org.c4igateway.core.metric.GaugeRows.Row;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.discovery.EndpointMatch;
import org.c4igateway.dds.api.discovery.EndpointMatch.Matched;
import org.c4igateway.dds.api.discovery.EndpointMatch.Pending;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the domain as gauges: participants by vendor, endpoints, and pairs with an endpoint of this node, by verdict.
 * Labels are bounded: the vendors of the OMG's list, and the verdicts. One thread at a time.
 */
final class DiscoveryMeters {
    static final String PARTICIPANTS = "c4i.dds.participants";
    static final String ENDPOINTS = "c4i.dds.endpoints";
    static final String PAIRS = "c4i.dds.pairs";

    private static final Logger LOG = LoggerFactory.getLogger(DiscoveryMeters.class);
    private static final int MAX_EXPLAINED = 1_000;

    private final GaugeRows participants;
    private final GaugeRows endpoints;
    private final GaugeRows pairs;
    private final Set<String> explained = new HashSet<>();

    DiscoveryMeters(MeterRegistry registry) {
        this.participants = new GaugeRows(registry, PARTICIPANTS, "Participants in the domain by implementation");
        this.endpoints = new GaugeRows(registry, ENDPOINTS, "Writers and readers in the domain");
        this.pairs = new GaugeRows(registry, PAIRS, "Pairs of own and other endpoints of a topic by verdict");
    }

    /** @param own pairs that this node has a part in */
    void update(DiscoveryView view, List<EndpointMatch> own) {
        Map<Tags, Integer> vendors = new HashMap<>();
        view.participants()
                .forEach(each ->
                        vendors.merge(Tags.of("vendor", each.guid().vendor().name()), 1, Integer::sum));
        Map<Tags, Integer> kinds = new HashMap<>();
        view.endpoints()
                .forEach(each -> kinds.merge(
                        Tags.of(
                                "kind",
                                each.kind().name().toLowerCase(Locale.ROOT),
                                "own",
                                Boolean.toString(each.own())),
                        1,
                        Integer::sum));
        Map<Tags, Integer> verdicts = new HashMap<>();
        for (EndpointMatch match : own) {
            verdicts.merge(Tags.of("verdict", match.verdict().word()), 1, Integer::sum);
            explain(match);
        }
        show(participants, vendors);
        show(endpoints, kinds);
        show(pairs, verdicts);
    }

    private static void show(GaugeRows gauge, Map<Tags, Integer> counts) {
        List<Row> rows = new ArrayList<>();
        counts.forEach((tags, count) -> rows.add(Row.of(tags, count)));
        gauge.show(rows);
    }

    private void explain(EndpointMatch match) {
        if (match.verdict() instanceof Matched || match.verdict() instanceof Pending) {
            return;
        }
        String pair = match.writer().guid() + " " + match.reader().guid();
        if (explained.size() < MAX_EXPLAINED && explained.add(pair)) {
            LOG.warn(
                    "{}: writer {} ({}) and reader {} ({}) do not match: {}",
                    match.writer().topic(),
                    match.writer().guid(),
                    match.writer().guid().vendor().name(),
                    match.reader().guid(),
                    match.reader().guid().vendor().name(),
                    match.verdict());
        }
    }
}
