package org.c4igateway.wan.route.site;

import java.util.List;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.transport.TransportAlarm;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports systems that more than one site claims. With one database this is a move or a standby, with two databases a
 * conflict.
 */
public final class NameClaims {
    private static final Logger LOG = LoggerFactory.getLogger(NameClaims.class);

    private Set<String> contested = Set.of();
    private volatile List<String> namesakes = List.of();

    /** Something has changed. The router's thread only. */
    public void review(SiteTable table, SiteNodes nodes) {
        Set<String> claimed = table.contested();
        if (!claimed.equals(contested)) {
            contested = claimed;
            claimed.forEach(system -> LOG.warn("more than one site claims {}. The nearest one is used", system));
        }
        List<String> found = table.namesakes(nodes.databases());
        if (!found.equals(namesakes)) {
            namesakes = found;
            found.forEach(text -> LOG.error("{} {}", ErrorCode.NAME_CONFLICT.code(), text));
        }
    }

    /** @return the conflicts there are; any thread */
    public List<TransportAlarm> alarms() {
        return namesakes.stream()
                .map(text -> new TransportAlarm(ErrorCode.NAME_CONFLICT, text))
                .toList();
    }
}
