package org.c4igateway.lab.net;

import java.io.IOException;
import java.util.List;
import org.c4igateway.lab.tool.ToolRun;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A place in a network where processes run.
 *
 * @param name as in the plan
 * @param namespace network namespace
 * @param device interface to the network under test
 * @param address its address
 * @param segment number of the segment it is on; hosts on one segment reach each other by multicast
 * @param managementAddress address on the management network, which reaches this process and is never impaired
 * @param routes its routes
 */
public record Host(
        String name,
        String namespace,
        String device,
        String address,
        int segment,
        String managementAddress,
        List<String> routes) {
    /** Name of the interface to the management network. */
    public static final String MANAGEMENT_DEVICE = "mgmt";

    /** A plan has fewer elements. */
    private static final int FIRST_SPARE = 125;

    public Host {
        routes = List.copyOf(routes);
    }

    /** Words that make the command after them run here. */
    public List<String> enter() {
        return Namespaces.enter(namespace);
    }

    /** Bytes and packets at the interface to the network under test, as the kernel counts them (Ethernet frames). */
    public record Traffic(long sentBytes, long sentPackets, long receivedBytes, long receivedPackets) {
        /** What passed since an earlier reading. */
        public Traffic since(Traffic earlier) {
            return new Traffic(
                    sentBytes - earlier.sentBytes,
                    sentPackets - earlier.sentPackets,
                    receivedBytes - earlier.receivedBytes,
                    receivedPackets - earlier.receivedPackets);
        }
    }

    /** Reads the counters of the interface; blocks for some milliseconds. */
    public Traffic traffic() throws IOException {
        String json = ToolRun.of("ip", "-n", namespace, "-s", "-j", "link", "show", "dev", device)
                .orThrow("reading the counters of " + name);
        try {
            JsonNode counters = JsonMapper.shared().readTree(json).path(0).path("stats64");
            return new Traffic(
                    counters.path("tx").path("bytes").asLong(0),
                    counters.path("tx").path("packets").asLong(0),
                    counters.path("rx").path("bytes").asLong(0),
                    counters.path("rx").path("packets").asLong(0));
        } catch (JacksonException e) {
            throw new IOException("ip printed no JSON: " + json, e);
        }
    }

    /**
     * Takes an address away and gives another, as a new lease of DHCP or an operator does. What the interface had with
     * its last address goes with it: routes, which are made again, and multicast groups.
     *
     * @param from the present one
     */
    public void readdress(String from, String to) throws IOException {
        StringBuilder script = new StringBuilder("set -e\n");
        script.append(command("address del " + from + "/24 dev " + device));
        script.append(command("address add " + to + "/24 dev " + device));
        script.append(command("route replace 224.0.0.0/4 dev " + device));
        routes.stream()
                .filter(route -> route.contains(" via ") && route.endsWith(" dev " + device))
                .forEach(route -> script.append(command("route replace " + route)));
        ToolRun.script(script.toString()).orThrow("giving " + name + " another address");
    }

    /** Gives the interface an address besides its own, as the one of a service that moves between hosts. */
    public void addAddress(String other) throws IOException {
        ToolRun.script(command("address add " + other + "/24 dev " + device)).orThrow("giving " + name + " an address");
    }

    /** Takes such an address away. */
    public void removeAddress(String other) throws IOException {
        ToolRun.script(command("address del " + other + "/24 dev " + device)).orThrow("taking an address from " + name);
    }

    private String command(String arguments) {
        return "ip -n " + namespace + " " + arguments + "\n";
    }

    /** @return another address of its segment, which no host or router has */
    public String spareAddress() {
        int dot = address.lastIndexOf('.') + 1;
        return address.substring(0, dot) + (FIRST_SPARE + Integer.parseInt(address.substring(dot)));
    }

    /**
     * Lets TCP connections made from now on use this congestion control, such as {@code cubic} or {@code bbr}; by
     * route, also between programs of this host, because a namespace may not choose each as its default.
     */
    public void congestionControl(String algorithm) throws IOException {
        StringBuilder script = new StringBuilder();
        for (String route : routes) {
            script.append("ip -n ")
                    .append(namespace)
                    .append(" route replace ")
                    .append(route)
                    .append(" congctl ")
                    .append(algorithm)
                    .append('\n');
        }
        script.append(
                "ip -n %1$s -4 route show table local type local | while read -r route; do%n".formatted(namespace));
        script.append(
                "ip -n %s route change table local $route congctl %s || exit%ndone%n".formatted(namespace, algorithm));
        ToolRun.script(script.toString()).orThrow("choosing congestion control " + algorithm + " at " + name);
    }

    /**
     * Sets what the kernel does in the namespace of this host.
     *
     * @param key name of a setting that each namespace has, such as {@code net.ipv4.tcp_rto_max_ms}
     * @throws IOException when the kernel has no such setting, or refuses the value
     */
    public void kernelSetting(String key, String value) throws IOException {
        String file = "/proc/sys/" + key.replace('.', '/');
        ToolRun.of("ip", "netns", "exec", namespace, "sh", "-c", "printf %s \"$1\" >\"$0\"", file, value)
                .orThrow("setting " + key + " at " + name);
    }
}
