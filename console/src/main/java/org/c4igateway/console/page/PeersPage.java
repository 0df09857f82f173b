package org.c4igateway.console.page;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.console.watch.StaleWhileRefresh;
import org.c4igateway.console.watch.WanGatewayStatuses;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.ledger.InboxLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.dbbridge.node.NodeStatus;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Peers with state, transport and pending rows, destinations without a route, and the links of WAN gateways beside the
 * node.
 */
@Controller
final class PeersPage {
    private final NodeStatus node;
    private final StaleWhileRefresh<LedgerSnapshot> ledger;
    private final WanGatewayStatuses gateways;

    PeersPage(NodeStatus node, StaleWhileRefresh<LedgerSnapshot> ledger, WanGatewayStatuses gateways) {
        this.node = node;
        this.ledger = ledger;
        this.gateways = gateways;
    }

    @GetMapping("/console/peers")
    String page(Model model) {
        fill(model);
        return "peers";
    }

    /** The part that changes. */
    @GetMapping("/console/peers-now")
    String now(Model model) {
        fill(model);
        return "peers :: now";
    }

    private void fill(Model model) {
        StaleWhileRefresh.Reading<LedgerSnapshot> reading = ledger.read();
        List<LedgerLine> lines = reading.value().map(LedgerSnapshot::lines).orElse(List.of());
        Map<SystemName, LedgerLine> sent = lines.stream().collect(Collectors.toMap(LedgerLine::destination, l -> l));
        Map<String, InboxLine> received = reading.value().map(LedgerSnapshot::origins).orElse(List.of()).stream()
                .collect(Collectors.toMap(InboxLine::origin, l -> l));
        List<NodeStatus.PeerStatus> peers = node.peers();
        Set<SystemName> routed =
                peers.stream().map(NodeStatus.PeerStatus::system).collect(Collectors.toSet());
        model.addAttribute("late", reading.late());
        model.addAttribute(
                "rows",
                peers.stream()
                        .map(peer -> new Row(
                                peer,
                                sent.get(peer.system()),
                                received.get(peer.system().value())))
                        .toList());
        model.addAttribute(
                "unrouted",
                lines.stream()
                        .filter(line -> line.pending() > 0 && !routed.contains(line.destination()))
                        .limit(OverviewPage.MAX_LINES)
                        .toList());
        model.addAttribute("gateways", gateways.look());
    }

    /** A peer with its line of the ledger; null if there is none. */
    record Row(
            NodeStatus.PeerStatus peer,
            @Nullable LedgerLine sent,
            @Nullable InboxLine received) {}
}
