package org.c4igateway.dbbridge.node;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.dbbridge.node.NodeStatus.PeerStatus;
import org.c4igateway.dbbridge.node.NodeStatus.ShardStatus;
import org.c4igateway.dbbridge.node.path.ActiveNode;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.dbbridge.node.reload.NodeReload;
import org.c4igateway.dbbridge.node.reload.ReloadStatus;
import org.c4igateway.dbbridge.node.task.DatabaseWatch;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/** Shows whether the node is active, stands by or waits for its database, and which peers it reaches. */
final class NodeHealth implements HealthIndicator {
    /** The node works, but an alarm keeps messages back until an operator acts. */
    private static final Status DEGRADED = new Status("DEGRADED");

    /** Of 270 topics that do not match, all for one reason. */
    private static final int MAX_MISMATCHES = 20;

    private final NodeLifecycle lifecycle;
    private final NodeReload reload;

    NodeHealth(NodeLifecycle lifecycle, NodeReload reload) {
        this.lifecycle = lifecycle;
        this.reload = reload;
    }

    @Override
    public Health health() {
        NodeRole role = lifecycle.role();
        Status status = switch (role) {
            case ACTIVE, STANDBY -> Status.UP;
            case WAITING -> Status.DOWN;
            case STOPPING -> Status.OUT_OF_SERVICE;
        };
        Map<String, String> peers = new TreeMap<>();
        List<String> alarms = new ArrayList<>();
        Map<String, String> absences = new TreeMap<>();
        lifecycle.peers().stream()
                .filter(peer -> peer.absence().isPresent())
                .forEach(peer -> absences.put(peer.system().value(), why(peer)));
        List<String> mismatches = lifecycle.mismatches().values().stream()
                .flatMap(List::stream)
                .limit(MAX_MISMATCHES)
                .map(EndpointMismatch::text)
                .toList();
        ActiveNode active = lifecycle.path().active();
        if (active != null) {
            active.peers().forEach((peer, state) -> peers.put(peer.value(), state.reachable() ? "reachable" : "away"));
            active.alarms().forEach(alarm -> alarms.add(alarm.code().code() + " " + alarm.detail()));
        }
        ReloadStatus configured = reload.status();
        if (configured.wentBack() && configured.refused() != null) {
            alarms.add(configured.refused());
        }
        Map<String, String> refused = new TreeMap<>();
        lifecycle.path().newcomers().refused().forEach((system, code) -> refused.put(system.value(), code.code()));
        Map<String, Long> unrouted = new TreeMap<>(lifecycle.housekeeping().unrouted());
        Map<String, String> tables = lifecycle.housekeeping().tables();
        boolean troubled = !alarms.isEmpty()
                || refused.containsValue(ErrorCode.TOO_MANY_NEWCOMERS.code())
                || tables.values().stream().anyMatch(problem -> !problem.isEmpty());
        Health.Builder health = Health.status(status.equals(Status.UP) && troubled ? DEGRADED : status)
                .withDetail("system", lifecycle.system().value())
                .withDetail("role", role.name().toLowerCase(Locale.ROOT))
                .withDetail("epoch", lifecycle.epoch())
                .withDetail("shards", shards())
                .withDetail("peers", peers)
                .withDetail("absences", absences)
                .withDetail("mismatches", mismatches)
                .withDetail("alarms", alarms)
                .withDetail("refusedNewcomers", refused)
                .withDetail("unroutedRows", unrouted)
                .withDetail("tables", tables)
                .withDetail("configuration", configuration(configured));
        lifecycle
                .housekeeping()
                .database()
                .ifPresent(
                        state -> health.withDetail("databaseClockSkewSeconds", DatabaseWatch.seconds(state.clockSkew()))
                                .withDetail("defaultPartitionRows", state.strayRows())
                                .withDetail("partitionDaysAhead", state.daysAhead()));
        return health.build();
    }

    /** @return what this node does with each shard of a divided outbox; empty when it is not divided */
    private Map<String, String> shards() {
        Map<String, String> shown = new TreeMap<>();
        List<ShardStatus> shards = lifecycle.shards();
        if (shards.size() > 1) {
            shards.forEach(shard -> shown.put(
                    Integer.toString(shard.number()),
                    shard.serving() ? "serves, epoch " + shard.epoch() : "not served here"));
        }
        return shown;
    }

    private static String why(PeerStatus peer) {
        String text = peer.absence().map(PeerAbsence::text).orElse("");
        return text
                + peer.lastReachable()
                        .map(last -> "; reachable last at " + last.truncatedTo(ChronoUnit.SECONDS))
                        .orElse("; never reachable since this node is active");
    }

    private static Map<String, Object> configuration(ReloadStatus status) {
        Map<String, Object> shown = new TreeMap<>();
        shown.put("since", status.since().toString());
        shown.put("refused", status.refused() == null ? "" : status.refused());
        shown.put(
                "needRestart",
                status.needRestart().stream().map(ConfigurationChange::toString).toList());
        return shown;
    }
}
