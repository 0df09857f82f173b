package org.c4igateway.lab.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.scenario.Event;
import org.jspecify.annotations.Nullable;

/**
 * What adding a system to others that run came to.
 *
 * @param newcomer the system; empty when none was added
 * @param linesElsewhere lines of the other systems' configuration that are there because of it
 */
public record Addition(String newcomer, long linesElsewhere) {
    /** Lines of configuration of the other systems. */
    public static final String LINES = "lines changed elsewhere";
    /** Seconds from the start of its process, or from the submission of its rows if later, to its first row. */
    public static final String FIRST_ROW = "s to the first row";
    /** Seconds from there to the last row. */
    public static final String ALL_ROWS = "s to the last row";
    /** All frames at its interface in both directions until the last receipt: discovery, rows and receipts. */
    public static final String BYTES = "bytes on the wire";
    /**
     * Those of them that passed before its rows were submitted: discovery. Only where it is started earlier, and left
     * out where its process was not up by then.
     */
    public static final String DISCOVERY = "bytes before the rows";

    /** All of these, in the order of a report. */
    public static final List<String> FIGURES = List.of(LINES, FIRST_ROW, ALL_ROWS, DISCOVERY, BYTES);

    private static final double NANOS = 1e9;

    /** @return lines of a file that it did not have before, each as often as it comes */
    static long changedLines(String before, String after) {
        List<String> changed = new ArrayList<>(after.lines().toList());
        before.lines().forEach(changed::remove);
        return changed.size();
    }

    /**
     * @param happened what happened when
     * @param zero from where seconds of the delivery count
     * @param traffic at the interfaces of hosts
     * @param discovery what passed at that of the newcomer before the rows were submitted; null: it was started later
     * @return figures by name; empty when no system was added or nothing arrived
     */
    Map<String, Double> figures(
            Map<Event, Instant> happened,
            Instant zero,
            RunResult.Delivery delivery,
            Map<String, Host.Traffic> traffic,
            Host.@Nullable Traffic discovery) {
        Map<String, Double> figures = new LinkedHashMap<>();
        Optional<Instant> start = latest(
                happened,
                event -> event.action() == Event.Action.START && event.target().equals(newcomer));
        Host.Traffic wire = traffic.get(newcomer);
        if (start.isPresent() && delivery.delivered() > 0 && wire != null) {
            Instant rows = latest(happened, event -> event.action() == Event.Action.SUBMIT)
                    .orElse(start.get());
            Instant both = rows.isAfter(start.get()) ? rows : start.get();
            double began = Duration.between(zero, both).toNanos() / NANOS;
            figures.put(LINES, (double) linesElsewhere);
            figures.put(FIRST_ROW, delivery.firstDelivered() - began);
            figures.put(ALL_ROWS, delivery.lastDelivered() - began);
            if (discovery != null && bytes(discovery) > 0) {
                figures.put(DISCOVERY, (double) bytes(discovery));
            }
            figures.put(BYTES, (double) bytes(wire));
        }
        return figures;
    }

    private static long bytes(Host.Traffic traffic) {
        return traffic.sentBytes() + traffic.receivedBytes();
    }

    private static Optional<Instant> latest(Map<Event, Instant> happened, Predicate<Event> which) {
        return happened.entrySet().stream()
                .filter(entry -> which.test(entry.getKey()))
                .map(Map.Entry::getValue)
                .max(Instant::compareTo);
    }
}
