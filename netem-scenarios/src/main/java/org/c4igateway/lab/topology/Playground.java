package org.c4igateway.lab.topology;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.c4igateway.lab.net.Direction;
import org.c4igateway.lab.net.DirectionCounters;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.ImpairedLink;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.net.NetworkPlan.Wire;
import org.c4igateway.lab.run.Lab;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.LinkReader;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.topics.yaml.YamlNode;

/**
 * The network of a scenario under a condition, which stays until {@link #close} and whose links are changed by
 * commands. Its hosts are places for the user's programs; no node runs there. One thread at a time.
 */
public final class Playground implements AutoCloseable {
    /** With more links than this, those that no condition impairs are cables. */
    private static final int MOST_WIRES = 12;

    private static final int MAX_CHARACTERS = 1_000;
    private static final List<String> HELP = List.of(
            "impair LINK {rate: 128k, loss: 10 %, delay: 20ms}   both ways, or {forward: {...}, backward: {...}}",
            "clear LINK       a cable",
            "silence LINK     nothing passes",
            "restore          what the condition says, for all links",
            "show             links, what they do, and packets since they were last changed",
            "hosts            hosts, addresses, and how to get a shell or a capture there",
            "quit             remove all of it");

    private final NetworkPlan plan;
    private final Condition condition;
    private final Network network;

    private Playground(NetworkPlan plan, Condition condition, Network network) {
        this.plan = plan;
        this.condition = condition;
        this.network = network;
    }

    /** Builds the network and impairs its links as the condition says; blocks for some seconds. */
    public static Playground open(Lab lab, Scenario scenario, NetworkPlan plan, Condition condition)
            throws IOException {
        NetworkPlan wired = withWires(plan, scenario.conditions());
        Network network = lab.testbed().build(wired, lab.driver());
        Playground playground = new Playground(wired, condition, network);
        try {
            playground.restore();
            return playground;
        } catch (IOException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    private static NetworkPlan withWires(NetworkPlan plan, List<Condition> conditions) {
        Set<String> impaired = new HashSet<>();
        conditions.forEach(condition -> impaired.addAll(condition.links().keySet()));
        boolean all = plan.links().size() <= MOST_WIRES;
        return new NetworkPlan(
                plan.elements(),
                plan.links().stream()
                        .map(link -> new NetworkPlan.Link(
                                link.name(),
                                link.from(),
                                link.to(),
                                all || impaired.contains(link.name()) ? Wire.DELAYED : Wire.PLAIN))
                        .toList(),
                plan.plumbing());
    }

    /**
     * Does one command.
     *
     * @return what to tell the user, line by line
     * @throws IllegalArgumentException saying what is wrong with the command
     */
    public List<String> command(String line) throws IOException {
        String[] words = line.strip().split("\\s+", 3);
        return switch (words[0]) {
            case "impair" -> {
                ImpairedLink link = link(words);
                Condition.Directions ways = directions(words.length < 3 ? "" : words[2]);
                link.impair(ways.forward(), ways.backward());
                yield List.of(describe(link));
            }
            case "clear" -> {
                ImpairedLink link = link(words);
                link.impair(Condition.Directions.CLEAR.forward());
                yield List.of(describe(link));
            }
            case "silence" -> {
                ImpairedLink link = link(words);
                link.silence();
                yield List.of(describe(link));
            }
            case "restore" -> {
                restore();
                yield links();
            }
            case "show" -> links();
            case "hosts" -> hosts();
            case "help", "" -> HELP;
            default -> throw new IllegalArgumentException("no command '" + words[0] + "'; help lists them");
        };
    }

    private ImpairedLink link(String[] words) {
        if (words.length < 2) {
            throw new IllegalArgumentException("name a link, such as "
                    + network.links().stream()
                            .map(ImpairedLink::name)
                            .findFirst()
                            .orElse("none"));
        }
        return network.link(words[1]);
    }

    private static Condition.Directions directions(String yaml) {
        try {
            return LinkReader.read(YamlNode.read("impair", yaml, MAX_CHARACTERS));
        } catch (YamlNode.Fault e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private void restore() throws IOException {
        for (ImpairedLink link : network.links()) {
            Condition.Directions ways = condition.link(link.name());
            link.impair(ways.forward(), ways.backward());
        }
    }

    /** What each link does, line by line. */
    public List<String> links() throws IOException {
        List<String> lines = new ArrayList<>();
        for (ImpairedLink link : network.links()) {
            lines.add(describe(link));
        }
        return lines;
    }

    private String describe(ImpairedLink link) throws IOException {
        NetworkPlan.Link ends = plan.links().stream()
                .filter(each -> each.name().equals(link.name()))
                .findFirst()
                .orElseThrow();
        return link.name() + ": " + way(link, ends.from(), Direction.FORWARD) + "; "
                + way(link, ends.to(), Direction.BACKWARD);
    }

    private static String way(ImpairedLink link, String from, Direction direction) throws IOException {
        DirectionCounters counters = link.read(direction);
        String lost = counters.lossSeen() == 0 ? "" : " (" + counters.lost() + " of " + counters.lossSeen() + " lost)";
        return "from " + from + " " + LinkText.of(link.impairment(direction)) + lost;
    }

    /** How to get to each host, line by line; the commands can be pasted into another shell of the same user. */
    public List<String> hosts() {
        List<String> lines = new ArrayList<>();
        for (Host host : network.hosts()) {
            String enter = String.join(" ", host.enter());
            lines.add(host.name() + "  " + host.address());
            lines.add("  shell    " + enter + " bash");
            lines.add("  capture  " + enter + " tcpdump -i " + host.device() + " -w " + host.name() + ".pcap");
        }
        return lines;
    }

    /** Kills what runs in the network and removes it. */
    @Override
    public void close() throws IOException {
        network.close();
    }
}
