package org.c4igateway.console.watch;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.dbbridge.ledger.BacklogLine;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.dbbridge.node.NodeRole;
import org.c4igateway.dbbridge.node.NodeStatus;
import org.c4igateway.dbbridge.node.NodeStatus.PeerStatus;

/**
 * Finds what needs attention, the most urgent first: a ledger that does not balance, alarms, credentials that end,
 * endpoints that do not match, what waits and why, peers that are away, publications without subscribers, dead letters.
 * Thread-safe; reads memory only.
 */
public final class AttentionList {
    /** C4I servers write the destinations. A server that invents names must not fill the page. */
    static final int MAX_DESTINATIONS = 12;

    /** What is younger is under way. */
    static final Duration UNDER_WAY = Duration.ofSeconds(30);

    /** Time to get a new certificate. */
    static final Duration CREDENTIAL_NOTICE = Duration.ofDays(30);

    private final NodeStatus node;
    private final MeterRegistry meters;
    private final InstantSource clock;
    private final Absences absences;

    public AttentionList(NodeStatus node, MeterRegistry meters, InstantSource clock, Absences absences) {
        this.node = node;
        this.meters = meters;
        this.clock = clock;
        this.absences = absences;
    }

    /** @param ledger the last one that was read; empty when the database never answered */
    public List<AttentionItem> read(Optional<LedgerSnapshot> ledger) {
        List<AttentionItem> items = new ArrayList<>();
        ledger.filter(snapshot -> !snapshot.balanced())
                .ifPresent(_ -> items.add(item(true, "unbalanced", List.of(), "/console#ledger-title")));
        addAlarms(items);
        addCredentials(items);
        addMismatches(items);
        ledger.ifPresent(snapshot -> addWaiting(items, snapshot));
        addAway(items, ledger);
        ledger.ifPresent(snapshot -> addPublished(items, snapshot));
        ledger.flatMap(LedgerSnapshot::deadLetters).ifPresent(letters -> addLetters(items, letters));
        return List.copyOf(items);
    }

    private void addAlarms(List<AttentionItem> items) {
        for (Gauge gauge : meters.find(MeterNames.TRANSPORT_ALARMS).gauges()) {
            if (gauge.value() > 0) {
                items.add(item(
                        true,
                        "alarm",
                        List.of(tag(gauge, MeterNames.TRANSPORT), tag(gauge, MeterNames.CODE), (long) gauge.value()),
                        "/console/peers"));
            }
        }
    }

    private void addCredentials(List<AttentionItem> items) {
        Instant now = clock.instant();
        for (Gauge gauge : meters.find(MeterNames.CREDENTIAL_END).gauges()) {
            if (Double.isFinite(gauge.value()) && gauge.value() > 0) {
                Duration left = Duration.between(now, Instant.ofEpochSecond((long) gauge.value()));
                if (left.compareTo(CREDENTIAL_NOTICE) < 0) {
                    items.add(item(
                            true,
                            left.isNegative() ? "credential-ended" : "credential",
                            List.of(tag(gauge, MeterNames.TRANSPORT), tag(gauge, MeterNames.CREDENTIAL), left.toDays()),
                            "/console/peers"));
                }
            }
        }
    }

    /** One line for each of those whose endpoints do not match, as one wrong policy keeps many topics apart. */
    private void addMismatches(List<AttentionItem> items) {
        node.mismatches().forEach((transport, mismatches) -> {
            Map<String, List<EndpointMismatch>> byOther = mismatches.stream()
                    .collect(Collectors.groupingBy(EndpointMismatch::other, TreeMap::new, Collectors.toList()));
            byOther.entrySet().stream().limit(MAX_DESTINATIONS).forEach(entry -> {
                EndpointMismatch first = entry.getValue().getFirst();
                EndpointMismatch.Cause cause = first.causes().getFirst();
                items.add(item(
                        true,
                        "mismatch",
                        List.of(
                                transport,
                                entry.getKey(),
                                entry.getValue().size(),
                                first.topic(),
                                cause.policy(),
                                cause.offered(),
                                cause.requested()),
                        "/console/topology#mismatch-title"));
            });
        });
    }

    /** By precedence of the most urgent row, then by age. */
    private void addWaiting(List<AttentionItem> items, LedgerSnapshot snapshot) {
        Map<SystemName, List<BacklogLine>> byDestination = snapshot.backlog().stream()
                .filter(line -> line.rows() > 0)
                .collect(Collectors.groupingBy(BacklogLine::destination));
        List<Backlog> waiting = byDestination.entrySet().stream()
                .map(entry -> Backlog.of(entry.getKey(), entry.getValue(), snapshot.at()))
                .filter(backlog -> backlog.age().compareTo(UNDER_WAY) >= 0 || !isReachable(backlog.destination()))
                .sorted(Comparator.comparing(
                                (Backlog backlog) -> backlog.urgent().precedence())
                        .thenComparing(Backlog::oldest))
                .toList();
        waiting.stream().limit(MAX_DESTINATIONS).forEach(backlog -> items.add(item(backlog, snapshot.at())));
        if (waiting.size() > MAX_DESTINATIONS) {
            items.add(item(false, "more", List.of(waiting.size() - MAX_DESTINATIONS), "/console/peers"));
        }
    }

    private AttentionItem item(Backlog backlog, Instant now) {
        String why = why(backlog.destination());
        return new AttentionItem(
                        why.equals("unrouted"),
                        "waits-" + why,
                        List.of(
                                backlog.destination().value(),
                                backlog.rows(),
                                backlog.urgent().precedence().name(),
                                backlog.urgent().rows(),
                                transport(backlog.destination())),
                        Optional.of(WaitingTime.between(backlog.oldest(), now)),
                        "/console/messages?state=pending&system=" + backlog.destination())
                .because(peer(backlog.destination()).flatMap(PeerStatus::absence));
    }

    private String why(SystemName destination) {
        Optional<PeerStatus> peer = peer(destination);
        if (peer.isEmpty()) {
            return "unrouted";
        }
        if (node.role() != NodeRole.ACTIVE) {
            return "inactive";
        }
        return peer.get().reachable() ? "slow" : "away";
    }

    /** Peers for which nothing waits; the others are named with what waits for them. */
    private void addAway(List<AttentionItem> items, Optional<LedgerSnapshot> ledger) {
        if (node.role() != NodeRole.ACTIVE) {
            return;
        }
        for (PeerStatus peer : node.peers()) {
            boolean waits = ledger.map(LedgerSnapshot::backlog).orElse(List.of()).stream()
                    .anyMatch(line -> line.rows() > 0 && line.destination().equals(peer.system()));
            if (!peer.reachable() && !waits) {
                items.add(new AttentionItem(
                                false,
                                "away",
                                List.of(peer.system().value(), peer.transport()),
                                absences.since(peer.system()).map(since -> WaitingTime.between(since, clock.instant())),
                                "/console/topology")
                        .because(peer.absence()));
            }
        }
    }

    private static void addPublished(List<AttentionItem> items, LedgerSnapshot snapshot) {
        snapshot.publications().stream()
                .filter(line -> line.rows() > 0 && line.oldestSeconds(snapshot.at()) >= UNDER_WAY.toSeconds())
                .forEach(line -> items.add(new AttentionItem(
                        true,
                        "published-" + line.state(),
                        List.of(line.rows()),
                        line.oldest().map(oldest -> WaitingTime.between(oldest, snapshot.at())),
                        "/console#published-title")));
    }

    private static void addLetters(List<AttentionItem> items, Map<String, Long> letters) {
        long outbound = letters.getOrDefault("outbound", 0L);
        long inbound = letters.getOrDefault("inbound", 0L);
        if (outbound + inbound > 0) {
            items.add(item(false, "letters", List.of(outbound + inbound, outbound, inbound), "/console/dead-letters"));
        }
    }

    private boolean isReachable(SystemName destination) {
        return peer(destination).filter(PeerStatus::reachable).isPresent();
    }

    private String transport(SystemName destination) {
        return peer(destination).map(PeerStatus::transport).orElse("");
    }

    private Optional<PeerStatus> peer(SystemName destination) {
        return node.peers().stream()
                .filter(peer -> peer.system().equals(destination))
                .findFirst();
    }

    private static AttentionItem item(boolean urgent, String key, List<Object> arguments, String link) {
        return new AttentionItem(urgent, key, arguments, Optional.empty(), link);
    }

    private static String tag(Gauge gauge, String name) {
        return String.valueOf(gauge.getId().getTag(name));
    }

    /** What waits for one destination, the line of the most urgent rows apart. */
    private record Backlog(SystemName destination, long rows, BacklogLine urgent, Instant oldest, Duration age) {
        static Backlog of(SystemName destination, List<BacklogLine> lines, Instant now) {
            Instant oldest = lines.stream()
                    .flatMap(line -> line.oldest().stream())
                    .min(Comparator.naturalOrder())
                    .orElse(now);
            return new Backlog(
                    destination,
                    lines.stream().mapToLong(BacklogLine::rows).sum(),
                    lines.stream()
                            .min(Comparator.comparing(BacklogLine::precedence))
                            .orElseThrow(),
                    oldest,
                    Duration.between(oldest, now));
        }
    }
}
