package org.c4igateway.console.page;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.c4igateway.console.watch.Absences;
import org.c4igateway.console.watch.WaitingTime;
import org.c4igateway.console.watch.WanGatewayStatuses;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.dbbridge.node.NodeStatus;
import org.c4igateway.dbbridge.node.NodeStatus.PeerStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * What this node is connected to: its transports, the systems behind each and why one is away, the links of WAN
 * gateways beside the node, and DDS endpoints that do not match.
 */
@Controller
final class TopologyPage {
    /** One wrong policy keeps 270 topics apart. */
    private static final int MAX_MISMATCHES = 100;

    private final NodeStatus node;
    private final Absences absences;
    private final WanGatewayStatuses gateways;
    private final InstantSource clock;

    TopologyPage(NodeStatus node, Absences absences, WanGatewayStatuses gateways, InstantSource clock) {
        this.node = node;
        this.absences = absences;
        this.gateways = gateways;
        this.clock = clock;
    }

    @GetMapping("/console/topology")
    String page(Model model) {
        fill(model);
        return "topology";
    }

    /** The part that changes. */
    @GetMapping("/console/topology-now")
    String now(Model model) {
        fill(model);
        return "topology :: now";
    }

    private void fill(Model model) {
        Map<String, List<Peer>> transports = new TreeMap<>();
        node.peers()
                .forEach(peer -> transports
                        .computeIfAbsent(peer.transport(), _ -> new ArrayList<>())
                        .add(new Peer(peer, away(peer))));
        List<Mismatch> mismatches = new ArrayList<>();
        node.mismatches()
                .forEach((transport, found) -> found.forEach(each -> mismatches.add(new Mismatch(transport, each))));
        model.addAttribute("transports", transports);
        model.addAttribute("gateways", gateways.look());
        model.addAttribute(
                "mismatches", mismatches.stream().limit(MAX_MISMATCHES).toList());
        model.addAttribute("more", Math.max(0, mismatches.size() - MAX_MISMATCHES));
    }

    private Optional<WaitingTime> away(PeerStatus peer) {
        return absences.since(peer.system()).map(since -> WaitingTime.between(since, clock.instant()));
    }

    /**
     * A system behind a transport.
     *
     * @param away for how long it is away; empty while it is not
     */
    record Peer(PeerStatus status, Optional<WaitingTime> away) {}

    /** Two endpoints that do not hear each other over a transport. */
    record Mismatch(String transport, EndpointMismatch of) {}
}
