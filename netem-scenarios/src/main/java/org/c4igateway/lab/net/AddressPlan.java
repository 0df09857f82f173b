package org.c4igateway.lab.net;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Addresses and routes of a plan, from 198.18.0.0/16, which is set aside for measurements (RFC 2544). Links that meet
 * at a switch are one segment; each segment is a /24; hosts and routers on it are numbered in the order of the plan.
 */
final class AddressPlan {
    /** The device of a switch, and of a worker towards its pod. */
    static final String BRIDGE = "bridge0";

    private final NetworkPlan plan;
    private final Map<NetworkPlan.Link, Integer> segments = new HashMap<>();
    private final Map<String, List<Port>> ports = new LinkedHashMap<>();

    /**
     * One end of a link at a host or router.
     *
     * @param segment number of its subnet
     */
    record Port(String element, NetworkPlan.Link link, String device, int segment, String address) {
        String subnet() {
            return base() + "/24";
        }

        /** The address of its subnet, which a worker has on the overlay, too. */
        String base() {
            return "198.18." + segment + ".0";
        }
    }

    /**
     * One route.
     *
     * @param via address of the next router; empty on the segment itself
     */
    record Route(String subnet, String device, String via) {
        String arguments() {
            String onLink = device.equals(Overlay.DEVICE) ? " onlink" : "";
            return subnet + (via.isEmpty() ? "" : " via " + via) + " dev " + device + onLink;
        }
    }

    AddressPlan(NetworkPlan plan) {
        this.plan = plan;
        numberSegments();
        Map<Integer, Integer> used = new HashMap<>();
        for (NetworkPlan.Element element : plan.elements()) {
            if (element.kind() != NetworkPlan.Kind.SWITCH) {
                ports.put(element.name(), portsOf(element.name(), used));
            }
        }
    }

    private List<Port> portsOf(String element, Map<Integer, Integer> used) {
        List<Port> found = new ArrayList<>();
        for (NetworkPlan.Link link : plan.links()) {
            if (link.touches(element)) {
                int segment = segments.getOrDefault(link, 0);
                int number = used.merge(segment, 1, Integer::sum);
                boolean bridged = plan.isOfPod(link) && plan.kindOf(element) == NetworkPlan.Kind.ROUTER;
                String device = bridged ? BRIDGE : "net" + found.size();
                found.add(new Port(element, link, device, segment, "198.18." + segment + "." + number));
            }
        }
        return found;
    }

    /** Spreads a number over all links that meet at switches. */
    private void numberSegments() {
        int next = 0;
        for (NetworkPlan.Link link : plan.links()) {
            if (!segments.containsKey(link)) {
                spread(link, next++);
            }
        }
    }

    private void spread(NetworkPlan.Link start, int number) {
        Queue<NetworkPlan.Link> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            NetworkPlan.Link link = open.remove();
            if (segments.putIfAbsent(link, number) != null) {
                continue;
            }
            for (String end : List.of(link.from(), link.to())) {
                if (plan.kindOf(end) == NetworkPlan.Kind.SWITCH) {
                    plan.links().stream().filter(other -> other.touches(end)).forEach(open::add);
                }
            }
        }
    }

    /** Ends of links at a host or router, in the order of the plan; empty for a switch. */
    List<Port> ports(String element) {
        return ports.getOrDefault(element, List.of());
    }

    /** Routes of a host or router: its own segments, and every other segment that routers lead to. */
    List<Route> routes(String element) {
        Map<Integer, Route> found = new LinkedHashMap<>();
        Queue<Integer> open = new ArrayDeque<>();
        for (Port port : ports(element)) {
            found.put(port.segment(), new Route(port.subnet(), port.device(), ""));
            open.add(port.segment());
        }
        while (!open.isEmpty()) {
            int segment = open.remove();
            for (Port router : routersOn(segment, element)) {
                Route here = found.get(segment);
                String via = here == null || here.via().isEmpty() ? router.address() : here.via();
                String device = here == null ? "net0" : here.device();
                for (Port next : ports(router.element())) {
                    Route route = isOverlaid(element, next)
                            ? new Route(next.subnet(), Overlay.DEVICE, next.base())
                            : new Route(next.subnet(), device, via);
                    if (found.putIfAbsent(next.segment(), route) == null) {
                        open.add(next.segment());
                    }
                }
            }
        }
        return List.copyOf(found.values());
    }

    /** Whether a worker reaches the segment of another worker's pod by VXLAN. */
    private boolean isOverlaid(String element, Port next) {
        return plan.plumbing() == NetworkPlan.Plumbing.VXLAN && plan.isWorker(element) && plan.isOfPod(next.link());
    }

    private List<Port> routersOn(int segment, String except) {
        return ports.values().stream()
                .flatMap(List::stream)
                .filter(port -> port.segment() == segment && !port.element().equals(except))
                .filter(port -> plan.kindOf(port.element()) == NetworkPlan.Kind.ROUTER)
                .toList();
    }
}
