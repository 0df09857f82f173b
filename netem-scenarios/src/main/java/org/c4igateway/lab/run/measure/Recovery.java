package org.c4igateway.lab.run.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Event;
import org.c4igateway.lab.scenario.Flow;

/**
 * Splits the time after a restart of a node, or the return of a link, into stages. Takes the instants from what nodes
 * log and databases commit. Times are seconds.
 */
public final class Recovery {
    /** From the failure until the other node says that this one is away; missing when it came back earlier. */
    static final String DETECT = "detect";

    /** From the start of the process until the node serves its database. */
    static final String START = "start";

    /** From there until the sender reaches the receiver. */
    static final String REDISCOVER = "rediscover";

    /** From there until the last message is in the inbox. */
    static final String SEND = "send";

    /** From there until the last receipt is recorded. */
    static final String DRAIN = "drain";

    /** Mean over messages from the start of the process, or the return of the link, to the recorded receipt. */
    static final String ROUND_TRIP_FROM_START = "round trip from start";

    /** The same from the moment the receiver is reached. */
    static final String ROUND_TRIP_FROM_REACH = "round trip from reach";

    private final Function<String, Path> logs;
    private final Map<Event, Instant> happened;
    private final Flow flow;
    private final Instant zero;

    /**
     * @param logs log of a node by its name
     * @param happened what happened when, in order
     * @param flow whose messages are meant; of its receivers, the first
     * @param zero from where seconds of a delivery count
     */
    public Recovery(Function<String, Path> logs, Map<Event, Instant> happened, Flow flow, Instant zero) {
        this.logs = logs;
        this.happened = happened;
        this.flow = flow;
        this.zero = zero;
    }

    /**
     * The stages; empty when nothing was started or restored.
     *
     * @param meanConfirmation seconds from an instant until receipts were recorded, as a mean over messages
     */
    public Map<String, Double> stages(ToDoubleFunction<Instant> meanConfirmation, RunResult.Delivery delivery)
            throws IOException {
        Map<String, Double> stages = new LinkedHashMap<>();
        Optional<Map.Entry<Event, Instant>> cause = last(Event.Action.START, Event.Action.RESTORE);
        if (cause.isEmpty() || delivery.confirmed() == 0) {
            return stages;
        }
        Event event = cause.get().getKey();
        Instant begin = cause.get().getValue();
        String receiver = flow.to().getFirst();
        NodeLog sender = log(flow.from());
        detect(flow.from(), receiver, begin).ifPresent(seconds -> stages.put(DETECT, seconds));
        Instant active = begin;
        if (event.action() == Event.Action.START) {
            active = log(event.target()).first("This node is active", begin).orElse(begin);
            stages.put(START, seconds(begin, active));
        }
        Instant reached = sender.first(receiver + " is reachable over", begin).orElse(active);
        stages.put(REDISCOVER, seconds(active, reached));
        Instant delivered = after(delivery.lastDelivered());
        stages.put(SEND, seconds(reached, delivered));
        stages.put(DRAIN, seconds(delivered, after(delivery.lastConfirmed())));
        stages.put(ROUND_TRIP_FROM_START, meanConfirmation.applyAsDouble(begin));
        stages.put(ROUND_TRIP_FROM_REACH, meanConfirmation.applyAsDouble(reached));
        return stages;
    }

    /**
     * The node that still runs logs that the other one is not reachable, unless that one returned before it was
     * noticed.
     */
    private Optional<Double> detect(String sender, String receiver, Instant back) throws IOException {
        Optional<Map.Entry<Event, Instant>> failure = last(Event.Action.KILL, Event.Action.SILENCE, Event.Action.STOP);
        if (failure.isEmpty()) {
            return Optional.empty();
        }
        boolean senderFailed = failure.get().getKey().target().equals(sender);
        String observer = senderFailed ? receiver : sender;
        String failed = senderFailed ? sender : receiver;
        Instant when = failure.get().getValue();
        return log(observer)
                .first(failed + " is away over", when)
                .filter(noticed -> noticed.isBefore(back))
                .map(noticed -> seconds(when, noticed));
    }

    private Optional<Map.Entry<Event, Instant>> last(Event.Action... actions) {
        return happened.entrySet().stream()
                .filter(entry -> Set.of(actions).contains(entry.getKey().action()))
                .reduce((one, later) -> later);
    }

    private NodeLog log(String node) {
        return new NodeLog(logs.apply(node));
    }

    private Instant after(double seconds) {
        return zero.plusNanos(Math.round(seconds * 1e9));
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }
}
