package org.c4igateway.wan.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.gateway.LinkStatus;
import org.c4igateway.wan.link.measure.PeerSnapshot;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Shows each link. The gateway is up while it runs. A link that is down is a matter of the network and does not change
 * that.
 */
final class WanHealth implements HealthIndicator {
    /** The gateway works, but an alarm keeps messages back until an operator acts. */
    private static final Status DEGRADED = new Status("DEGRADED");

    private static final double MICROS_PER_MILLI = 1_000;

    private final WanService service;

    WanHealth(WanService service) {
        this.service = service;
    }

    @Override
    public Health health() {
        Map<String, Object> links = new TreeMap<>();
        for (LinkStatus link : service.links()) {
            links.put(link.name(), details(link));
        }
        List<String> alarms = service.alarms();
        Health.Builder health = service.isRunning() ? Health.up() : Health.outOfService();
        if (service.isRunning() && !alarms.isEmpty()) {
            health.status(DEGRADED);
        }
        service.credentials().ifPresent(credentials -> {
            health.withDetail("credentials", credentials.getDetails());
            if (credentials.getStatus().equals(Status.DOWN)) {
                health.down();
            }
        });
        return health.withDetail("site", service.site())
                .withDetail("alarms", alarms)
                .withDetail("links", links)
                .build();
    }

    private static Map<String, Object> details(LinkStatus link) {
        Map<String, Object> peers = new TreeMap<>();
        for (PeerSnapshot peer : link.snapshot().peers()) {
            Map<String, Object> shown = new LinkedHashMap<>();
            shown.put("state", peer.up() ? "up" : "down");
            shown.put("roundTripMillis", TimeUnit.NANOSECONDS.toMicros(peer.roundTripNanos()) / MICROS_PER_MILLI);
            shown.put("loss", Math.round(peer.loss() * 1_000) / 1_000.0);
            peers.put(peer.name(), shown);
        }
        Map<String, Long> queued = new LinkedHashMap<>();
        for (Precedence precedence : Precedence.values()) {
            queued.put(
                    precedence.name(),
                    link.snapshot().levels().get(precedence.code()).queued());
        }
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("sealed", link.sealed());
        details.put("peers", peers);
        details.put("queued", queued);
        if (link.journal().exists()) {
            Map<String, Object> journal = new LinkedHashMap<>();
            journal.put("state", link.journal().working() ? "works" : "takes nothing");
            journal.put("records", link.journal().records());
            journal.put("bytes", link.journal().bytes());
            details.put("journal", journal);
        }
        List<String> foreign = link.foreignCatalogue();
        if (!foreign.isEmpty()) {
            details.put("foreignCatalogue", foreign);
        }
        return details;
    }
}
