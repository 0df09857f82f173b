package org.c4igateway.lab.net;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.tool.ToolRun;

/**
 * A plan made real: hosts where processes can run, joined by links that can be impaired. {@link #close} kills what runs
 * there and removes everything. Safe for concurrent use once built.
 */
public final class Network implements AutoCloseable {
    private final String prefix;
    private final Choice choice;
    private final Map<String, Host> hosts = new LinkedHashMap<>();
    private final Map<String, Map<String, Host>> routers = new LinkedHashMap<>();
    private final Map<String, ImpairedLink> links = new LinkedHashMap<>();

    private Network(String prefix, Choice choice) {
        this.prefix = prefix;
        this.choice = choice;
    }

    /**
     * How links are impaired.
     *
     * @param driver what does it
     * @param seed of what a relay draws
     */
    public record Choice(Driver driver, long seed) {}

    /** Builds it; blocks for a part of a second, a second more for each link with a relay. */
    static Network build(NetworkPlan plan, Choice choice, ManagementNet management, String prefix) throws IOException {
        Network network = new Network(prefix, choice);
        try {
            network.create(plan, management);
            return network;
        } catch (IOException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    private void create(NetworkPlan plan, ManagementNet management) throws IOException {
        AddressPlan addresses = new AddressPlan(plan);
        NetworkScript script = new NetworkScript(plan, addresses, prefix);
        ToolRun.script(script.create(choice.driver() == Driver.RELAY)).orThrow("building the network");
        for (NetworkPlan.Element element : plan.elements()) {
            Map<String, Host> ends = ends(element, addresses, script.namespace(element.name()), management);
            switch (element.kind()) {
                case HOST -> hosts.put(element.name(), ends.values().iterator().next());
                case ROUTER -> routers.put(element.name(), ends);
                case SWITCH -> {}
            }
        }
        for (NetworkPlan.Link link : plan.links()) {
            if (link.wire() != NetworkPlan.Wire.PLAIN) {
                String middle = script.wireNamespace(link);
                ImpairedLink made = new ImpairedLink(link, middle, wire(link, middle));
                links.put(link.name(), made);
                made.impair(Impairment.NONE);
            }
        }
    }

    /** An element as seen from each of its links; none for a switch. */
    private static Map<String, Host> ends(
            NetworkPlan.Element element, AddressPlan addresses, String namespace, ManagementNet management)
            throws IOException {
        Map<String, Host> ends = new LinkedHashMap<>();
        if (element.kind() == NetworkPlan.Kind.SWITCH) {
            return ends;
        }
        String managementAddress = management.attach(namespace);
        List<String> routes = addresses.routes(element.name()).stream()
                .map(AddressPlan.Route::arguments)
                .toList();
        for (AddressPlan.Port port : addresses.ports(element.name())) {
            ends.put(
                    port.link().name(),
                    new Host(
                            element.name(),
                            namespace,
                            port.device(),
                            port.address(),
                            port.segment(),
                            managementAddress,
                            routes));
        }
        return ends;
    }

    private WireControl wire(NetworkPlan.Link link, String namespace) throws IOException {
        boolean delayed = link.wire() == NetworkPlan.Wire.DELAYED;
        return switch (choice.driver()) {
            case NETEM -> {
                if (delayed) {
                    joinCable(namespace);
                }
                yield new NetemWire(namespace);
            }
            case NFT_TBF -> delayed ? relay(link, namespace, new FilterWire(namespace)) : new FilterWire(namespace);
            case RELAY -> relay(link, namespace, null);
        };
    }

    private static void joinCable(String namespace) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("ip -n " + namespace + " link add west type veth peer name east");
        lines.addAll(NetworkScript.joinMiddle(namespace));
        ToolRun.script(String.join("\n", lines)).orThrow("joining a link");
    }

    private RelayWire relay(
            NetworkPlan.Link link, String namespace, @org.jspecify.annotations.Nullable FilterWire kernel)
            throws IOException {
        RelayWire relay = RelayWire.start(namespace, choice.seed() + link.name().hashCode(), kernel);
        try {
            ToolRun.script(String.join("\n", NetworkScript.joinMiddle(namespace)))
                    .orThrow("joining a relay");
            return relay;
        } catch (IOException e) {
            relay.close();
            throw e;
        }
    }

    /** What impairs its links. */
    public Driver driver() {
        return choice.driver();
    }

    /** A host of the plan. */
    public Host host(String name) {
        Host found = hosts.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no host " + name + " here, only " + hosts.keySet());
        }
        return found;
    }

    /** A router of the plan as a place for processes, with its interface to one of its links. */
    public Host router(String name, String link) {
        Host found = routers.getOrDefault(name, Map.of()).get(link);
        if (found == null) {
            throw new IllegalArgumentException("no router " + name + " with a link " + link + " here");
        }
        return found;
    }

    /** All hosts, in the order of the plan. */
    public List<Host> hosts() {
        return List.copyOf(hosts.values());
    }

    /** A link of the plan that is not plain. */
    public ImpairedLink link(String name) {
        ImpairedLink found = links.get(name);
        if (found == null) {
            throw new IllegalArgumentException(
                    "no link " + name + " here that can be impaired, only " + links.keySet());
        }
        return found;
    }

    /** All links that can be impaired, in the order of the plan. */
    public List<ImpairedLink> links() {
        return List.copyOf(links.values());
    }

    /** Kills what runs in it and removes it. */
    @Override
    public void close() throws IOException {
        links.values().forEach(ImpairedLink::close);
        Namespaces.remove(Namespaces.list(prefix));
    }
}
