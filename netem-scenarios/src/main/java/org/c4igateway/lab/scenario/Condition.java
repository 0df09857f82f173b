package org.c4igateway.lab.scenario;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.net.NetworkPlan.Plumbing;

/**
 * One setting of links and workload; a scenario runs every cell under every condition.
 *
 * @param name as in results
 * @param links impairment of links by name; links that are not named stay unimpaired
 * @param plumbing how programs are joined to the links; empty for hosts, to which DDS may multicast
 * @param flows what nodes send; none when programs exchange
 * @param exchange what programs exchange, in the layer {@code transport}
 * @param events what happens, in order of time
 * @param reference what others measured and what is possible at best
 * @param optional whether it runs only when asked for
 */
public record Condition(
        String name,
        Map<String, Directions> links,
        Optional<Plumbing> plumbing,
        List<Flow> flows,
        Optional<Exchange> exchange,
        List<Event> events,
        Reference reference,
        boolean optional) {
    public Condition {
        links = new LinkedHashMap<>(links);
        flows = List.copyOf(flows);
        events = List.copyOf(events);
    }

    /** Both directions of a link. */
    public record Directions(Impairment forward, Impairment backward) {
        /** Unimpaired. */
        public static final Directions CLEAR = new Directions(Impairment.NONE, Impairment.NONE);

        /** The slower rate; 0 when none is limited. */
        public long slowestBitsPerSecond() {
            return Stream.of(forward, backward)
                    .mapToLong(impairment -> impairment.rate().bitsPerSecond())
                    .filter(rate -> rate > 0)
                    .min()
                    .orElse(0);
        }

        /** The delay there and back. */
        public Duration roundTrip() {
            return forward.delay().base().plus(backward.delay().base());
        }
    }

    /**
     * What others measured, and what is possible at best.
     *
     * @param paper figures by column
     * @param bounds by name
     */
    public record Reference(Map<String, Published> paper, Map<String, Double> bounds) {
        public Reference {
            paper = Map.copyOf(paper);
            bounds = Map.copyOf(bounds);
        }
    }

    /** Mean and standard deviation of a publication. */
    public record Published(double mean, double deviation) {}

    /** What is done to a link. */
    public Directions link(String name) {
        return links.getOrDefault(name, Directions.CLEAR);
    }

    /** The systems that take part. */
    public TreeSet<String> systems() {
        TreeSet<String> systems = new TreeSet<>();
        for (Flow flow : flows) {
            systems.add(flow.from());
            systems.addAll(flow.to());
        }
        exchange.ifPresent(programs -> systems.addAll(programs.hosts()));
        return systems;
    }

    /** Whether a cell can run under it. */
    public boolean admits(Cell cell) {
        return exchange.isEmpty() || exchange.get().admits(cell.carrier());
    }

    /** The same with the counts for a look. */
    Condition quickly() {
        return new Condition(
                name, links, plumbing, flows, exchange.map(Exchange::quickly), events, reference, optional);
    }

    /** The slowest rate of any link; 0 when none is limited. */
    public long slowestBitsPerSecond() {
        return links.values().stream()
                .mapToLong(Directions::slowestBitsPerSecond)
                .filter(rate -> rate > 0)
                .min()
                .orElse(0);
    }

    /** The longest delay of any link there and back. */
    public Duration longestRoundTrip() {
        return links.values().stream()
                .map(Directions::roundTrip)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }
}
