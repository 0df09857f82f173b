package org.c4igateway.lab.transport.durability;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.DurabilityService;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.transport.TopicNames;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/**
 * One combination of policies, on a topic of its own. Writers are in the partition {@link #PARTITION}; TRANSIENT and
 * PERSISTENT history is read from the history service, in {@link #HISTORY}.
 *
 * @param durability of the writer and of its late readers
 * @param reliability of the writer
 * @param history of the writer, and of what is kept for late readers
 * @param id of a topic of the catalogue, which the history service keeps; elsewhere a name
 */
public record Combination(Durability.Kind durability, Reliability.Kind reliability, History history, String id) {
    /** Of writers. */
    public static final String PARTITION = "LAB";

    /** Where the history service offers what it keeps, by its own default. */
    static final String HISTORY = "history/" + PARTITION;

    private static final int WORDS = 4;

    /**
     * All of a matrix. Those that the history service keeps get topics of the catalogue, reliable or not as the writer
     * is: of a reliable topic the service asks for reliable writers.
     */
    public static List<Combination> all(Exchange.Matrix matrix, TopicCatalogue catalogue) {
        Iterator<Topic> reliable =
                catalogue.topics().stream().filter(Topic::reliable).iterator();
        Iterator<Topic> bestEffort =
                catalogue.topics().stream().filter(topic -> !topic.reliable()).iterator();
        List<Combination> all = new ArrayList<>();
        for (Durability.Kind durability : matrix.durabilities()) {
            for (Reliability.Kind reliability : matrix.reliabilities()) {
                for (History history : matrix.histories()) {
                    boolean repairs = reliability == Reliability.Kind.RELIABLE;
                    String id = isServed(durability)
                            ? (repairs ? reliable : bestEffort).next().id()
                            : "LAB" + all.size();
                    all.add(new Combination(durability, reliability, history, id));
                }
            }
        }
        return all;
    }

    private static boolean isServed(Durability.Kind durability) {
        return durability.compareTo(Durability.Kind.TRANSIENT_LOCAL) > 0;
    }

    /** @return whether the history service keeps it for late readers, else its writer does, or nobody */
    public boolean isServed() {
        return isServed(durability);
    }

    /** @return such as {@code persistent, reliable, keep-last 8} */
    public String name() {
        return word(durability) + ", " + word(reliability) + ", " + depth("keep-last ", "keep-all");
    }

    private static String word(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private String depth(String before, String all) {
        return history.depth().isPresent() ? before + history.depth().getAsInt() : all;
    }

    /** @return policies of the topic in the configuration of the history service, as a map of YAML */
    public String ofService() {
        return "{writer: {durability: %s, durability-service: %s, lifespan: infinite}, reader: {history: keep-all}}"
                .formatted(word(durability), depth("keep-last ", "keep-all"));
    }

    String topic() {
        return TopicNames.ofMessages(id);
    }

    /**
     * What the writer offers. DDS 1.4 lets HISTORY say what a TRANSIENT_LOCAL writer keeps for late readers, and
     * Cyclone DDS lets DURABILITY_SERVICE; here both are the same.
     */
    Qos offered(Duration blocking) {
        return Qos.of(
                new Reliability(reliability, blocking),
                new Durability(durability),
                history,
                new DurabilityService(Duration.ZERO, history, ResourceLimits.NONE),
                new Partition(List.of(PARTITION)));
    }

    /**
     * What a late reader asks for. It keeps all: with a depth of its own it would hide that it was given more. A reader
     * of the history service is reliable, as that asks.
     */
    Qos requested(Duration blocking) {
        return Qos.of(
                new Reliability(isServed() ? Reliability.Kind.RELIABLE : reliability, blocking),
                new Durability(durability),
                History.keepAll(),
                new Partition(List.of(isServed() ? HISTORY : PARTITION)));
    }

    /**
     * What a reader asks for that sees what the history service gives out from now on. It acknowledges nothing: what a
     * reader has not acknowledged the service holds beyond the depth, and gives it to late readers, too.
     */
    static Qos observed(Duration blocking) {
        return Qos.of(
                new Reliability(Reliability.Kind.BEST_EFFORT, blocking),
                new Durability(Durability.Kind.VOLATILE),
                History.keepAll(),
                new Partition(List.of(HISTORY)));
    }

    /** @return a word of a command line, read again by {@link #parse} */
    String word() {
        return String.join(":", durability.name(), reliability.name(), depth("", "all"), id);
    }

    /** @throws IllegalArgumentException when it is not what {@link #word()} writes */
    static Combination parse(String word) {
        String[] parts = word.split(":", -1);
        if (parts.length != WORDS) {
            throw new IllegalArgumentException("not a combination of policies: " + word);
        }
        return new Combination(
                Durability.Kind.valueOf(parts[0]),
                Reliability.Kind.valueOf(parts[1]),
                parts[2].equals("all") ? History.keepAll() : History.keepLast(Integer.parseInt(parts[2])),
                parts[3]);
    }
}
