package org.c4igateway.lab.net;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shell commands that make a plan real, one network namespace per element and per impaired link. Nothing here touches
 * anything outside namespaces that it creates.
 */
final class NetworkScript {
    private static final String BRIDGE = AddressPlan.BRIDGE;

    private final NetworkPlan plan;
    private final AddressPlan addresses;
    private final String prefix;
    private final List<String> lines = new ArrayList<>();
    private final Map<String, Integer> switchPorts = new HashMap<>();

    /** @param prefix of the namespaces' names */
    NetworkScript(NetworkPlan plan, AddressPlan addresses, String prefix) {
        this.plan = plan;
        this.addresses = addresses;
        this.prefix = prefix;
    }

    String namespace(String element) {
        return prefix + element;
    }

    String wireNamespace(NetworkPlan.Link link) {
        return prefix + "wire-" + link.name();
    }

    /** Creates everything but what a relay brings. */
    String create(boolean relayed) {
        for (NetworkPlan.Element element : plan.elements()) {
            String name = namespace(element.name());
            addNamespace(name);
            switch (element.kind()) {
                case SWITCH -> addBridge(name, BRIDGE);
                case ROUTER -> addRouter(element.name(), name);
                case HOST -> inside(name, "echo 1 > /proc/sys/net/ipv4/tcp_no_metrics_save");
            }
        }
        plan.links().forEach(link -> addLink(link, relayed));
        if (plan.plumbing() == NetworkPlan.Plumbing.VXLAN) {
            lines.addAll(new Overlay(plan, addresses, prefix).lines());
        }
        plan.elements().forEach(element -> addAddresses(element.name()));
        return String.join("\n", lines) + "\n";
    }

    private void addRouter(String element, String name) {
        inside(name, "echo 1 > /proc/sys/net/ipv4/ip_forward");
        if (plan.isWorker(element)) {
            addBridge(name, BRIDGE);
        }
    }

    private void addLink(NetworkPlan.Link link, boolean relayed) {
        String fromNamespace = namespace(link.from());
        String toNamespace = namespace(link.to());
        String fromDevice = device(link.from(), link);
        String toDevice = device(link.to(), link);
        if (link.wire() == NetworkPlan.Wire.PLAIN) {
            addCable(fromNamespace, fromDevice, toNamespace, toDevice);
            return;
        }
        String wire = wireNamespace(link);
        addNamespace(wire);
        addBridge(wire, "br0");
        addBridge(wire, "br1");
        addCable(fromNamespace, fromDevice, wire, "from");
        addCable(toNamespace, toDevice, wire, "to");
        ip(wire, "link set from master br0");
        ip(wire, "link set to master br1");
        if (!relayed && link.wire() != NetworkPlan.Wire.DELAYED) {
            addCable(wire, "west", wire, "east");
            lines.addAll(joinMiddle(wire));
        }
    }

    /**
     * Puts the two devices in the middle of a link, of whatever kind, between its bridges; a relay's must never
     * overflow.
     */
    static List<String> joinMiddle(String wire) {
        return List.of(
                "ip -n " + wire + " link set west master br0 txqueuelen 10000",
                "ip -n " + wire + " link set east master br1 txqueuelen 10000",
                "ip -n " + wire + " link set west up",
                "ip -n " + wire + " link set east up");
    }

    /** The end of the cable: a port of the bridge where the element has its address on that, or has none. */
    private String device(String element, NetworkPlan.Link link) {
        String named = addresses.ports(element).stream()
                .filter(port -> port.link().equals(link))
                .map(AddressPlan.Port::device)
                .findFirst()
                .orElse(BRIDGE);
        return named.equals(BRIDGE) ? "port" + switchPorts.merge(element, 1, Integer::sum) : named;
    }

    /** Segments of one packet only: a link under test carries packets, not what offloading makes of them. */
    private void addCable(String namespace, String device, String peerNamespace, String peerDevice) {
        lines.add("ip -n " + namespace + " link add " + device + " type veth peer name " + peerDevice + " netns "
                + peerNamespace);
        setUp(namespace, device);
        setUp(peerNamespace, peerDevice);
    }

    private void setUp(String namespace, String device) {
        ip(namespace, "link set " + device + " gso_max_segs 1");
        if (device.startsWith("port")) {
            ip(namespace, "link set " + device + " master " + BRIDGE);
        }
        ip(namespace, "link set " + device + " up");
    }

    private void addNamespace(String name) {
        lines.add("ip netns add " + name);
        inside(
                name,
                "echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6; echo 1 > /proc/sys/net/ipv6/conf/default/disable_ipv6");
        ip(name, "link set lo up");
    }

    private void addBridge(String namespace, String name) {
        ip(namespace, "link add " + name + " type bridge mcast_snooping 0");
        ip(namespace, "link set " + name + " up");
    }

    private void addAddresses(String element) {
        String name = namespace(element);
        for (AddressPlan.Port port : addresses.ports(element)) {
            ip(name, "address add " + port.address() + "/24 dev " + port.device());
        }
        for (AddressPlan.Route route : addresses.routes(element)) {
            if (!route.via().isEmpty()) {
                ip(name, "route add " + route.arguments());
            }
        }
        if (plan.kindOf(element) == NetworkPlan.Kind.HOST) {
            ip(name, "route add 224.0.0.0/4 dev net0");
        }
    }

    private void ip(String namespace, String arguments) {
        lines.add("ip -n " + namespace + " " + arguments);
    }

    /** IPv6 may be switched off in the kernel already; then there is nothing to write to. */
    private void inside(String namespace, String command) {
        lines.add("nsenter --net=/run/netns/" + namespace + " sh -c '" + command + "' 2>/dev/null || true");
    }
}
