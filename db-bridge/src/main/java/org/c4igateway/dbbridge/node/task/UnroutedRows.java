package org.c4igateway.dbbridge.node.task;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.GaugeRows;
import org.c4igateway.core.metric.GaugeRows.Row;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows for destinations to which this node has no transport. They wait for a while, since the destination may be
 * configured meanwhile or the name be a slip of the pen, and only people know which; so they are shown: in a gauge, in
 * the health answer, and once per destination in the log, as many as {@link DestinationLabels} has figures. What is
 * shown stays until its rows have ended. {@link UnroutedRejection} ends them. {@link #look} is called by one thread.
 */
public final class UnroutedRows {
    private static final Logger LOG = LoggerFactory.getLogger(UnroutedRows.class);

    private final SystemName self;
    private final Set<SystemName> routed;
    private final Duration patience;
    private final GaugeRows gauge;
    private final Set<SystemName> reported = new HashSet<>();
    private boolean othersReported;
    private volatile Map<String, Long> rows = Map.of();

    /**
     * @param self this system, which needs no warning
     * @param routed destinations that need none either; may grow
     * @param patience how long rows wait
     */
    public UnroutedRows(SystemName self, Set<SystemName> routed, Duration patience, MeterRegistry meters) {
        this.routed = Collections.unmodifiableSet(routed);
        this.self = self;
        this.patience = patience;
        this.gauge = new GaugeRows(meters, MeterNames.UNROUTED_ROWS, "Pending rows to which the node has no transport");
    }

    /** @return pending rows by destination or {@link DestinationLabels#OTHERS}, without those that have none */
    public Map<String, Long> rows() {
        return rows;
    }

    public void look(List<LedgerLine> ledger) {
        Map<SystemName, Long> found = new TreeMap<>();
        for (LedgerLine line : ledger) {
            if (line.pending() > 0 && !line.destination().equals(self) && !routed.contains(line.destination())) {
                found.put(line.destination(), line.pending());
            }
        }
        DestinationLabels labels = DestinationLabels.of(found.keySet(), reported::contains);
        Map<String, Long> shown = new TreeMap<>();
        found.forEach((destination, pending) -> shown.merge(labels.of(destination), pending, Long::sum));
        rows = Map.copyOf(shown);
        gauge.show(shown.entrySet().stream().map(UnroutedRows::row).toList());
        report(found, labels);
        reportOthers(shown.getOrDefault(DestinationLabels.OTHERS, 0L));
    }

    private void report(Map<SystemName, Long> found, DestinationLabels labels) {
        reported.retainAll(found.keySet());
        found.forEach((destination, pending) -> {
            if (labels.shows(destination) && reported.add(destination)) {
                LOG.warn(
                        "{} rows wait for {}, for which this node has no route. They are rejected after waiting {}."
                                + " Set c4i.destinations.{} to jms or dds, or correct the name in the C4I server.",
                        pending,
                        destination,
                        patience,
                        destination);
            }
        });
    }

    private void reportOthers(long pending) {
        if (pending > 0 && !othersReported) {
            LOG.warn(
                    "{} rows wait for still other destinations without a route. More than {} such names point to a"
                            + " C4I server that invents them; c4i.backlog has them all.",
                    pending,
                    DestinationLabels.MAX);
        }
        othersReported = pending > 0;
    }

    private static Row row(Map.Entry<String, Long> entry) {
        return Row.of(Tags.of(MeterNames.DESTINATION, entry.getKey()), entry.getValue());
    }
}
