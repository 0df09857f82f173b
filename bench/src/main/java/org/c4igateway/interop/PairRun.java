package org.c4igateway.interop;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.c4igateway.interop.KnownGaps.Gap;
import org.c4igateway.interop.Outcome.Check;
import org.c4igateway.interop.PeerProcess.PeerFailedException;

/** Lets one peer write and the other read, on topics that no other pair uses. */
final class PairRun {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final int BEST_EFFORT_ROUNDS = 50;
    private static final long COUNT = 20;
    private static final String MARKER = "KEY-C";
    private static final String RELIABLE = "reliable";
    private static final String BEST_EFFORT = "best-effort";

    private final PeerProcess writer;
    private final PeerProcess reader;
    private final String topic;
    private final Map<Check, Gap> gaps;
    private final Map<Check, String> checks = new EnumMap<>(Check.class);

    PairRun(PeerProcess writer, PeerProcess reader, String topic, Map<Check, Gap> gaps) {
        this.writer = writer;
        this.reader = reader;
        this.topic = topic;
        this.gaps = Map.copyOf(gaps);
    }

    /** @return what was seen, with the reason for what was not when one of them fails */
    Outcome run() {
        String failure = "";
        try {
            boolean matched = reliable();
            bestEffort();
            lateJoiner();
            if (matched) {
                instances();
            }
        } catch (PeerFailedException e) {
            failure = String.valueOf(e.getMessage());
        }
        Outcome outcome = new Outcome(writer.name(), reader.name(), checks).withKnownGaps(gaps);
        return failure.isEmpty() ? outcome : outcome.endedBy(failure);
    }

    /** A problem of two peers that both live; else the check counts as not come to. */
    private void conclude(Check check, String problem) {
        if (!problem.isEmpty()) {
            writer.requireAlive();
            reader.requireAlive();
        }
        checks.put(check, problem);
    }

    /** @return whether they have matched */
    private boolean reliable() {
        String name = reliableTopic();
        writer.tell("writer " + name + " " + RELIABLE);
        reader.tell("reader " + name + " " + RELIABLE);
        // A reader of OpenDDS matches a writer of Fast DDS after its first sample only, with the first heartbeat.
        if (!writer.awaitMatched(name, 1, PATIENCE)) {
            conclude(Check.RELIABLE, "no match");
            return false;
        }
        for (long n = 1; n <= COUNT; n++) {
            writer.tell("write " + name + " KEY-A " + n);
            writer.tell("write " + name + " KEY-B " + n);
        }
        List<Long> expected = LongStream.rangeClosed(1, COUNT).boxed().toList();
        boolean complete = reader.await(
                PATIENCE,
                _ -> reader.received(name, "KEY-A").size() >= COUNT
                        && reader.received(name, "KEY-B").size() >= COUNT);
        boolean ordered = reader.received(name, "KEY-A").equals(expected)
                && reader.received(name, "KEY-B").equals(expected);
        conclude(Check.RELIABLE, complete ? ordered ? "" : "out of order" : "incomplete");
        return true;
    }

    private String reliableTopic() {
        return topic + "R";
    }

    /** Comes last: there are products on which nothing arrives after it. */
    private void instances() {
        String name = reliableTopic();
        writer.tell("dispose " + name + " KEY-A");
        boolean passed = awaitMarkers(name, 1);
        conclude(Check.DISPOSE, verdict(passed, state(name, "KEY-A", "DISPOSED")));
        if (!passed) {
            return;
        }
        writer.tell("unregister " + name + " KEY-B");
        passed = awaitMarkers(name, 3);
        conclude(Check.UNREGISTER, verdict(passed, state(name, "KEY-B", "NO_WRITERS")));
        writer.tell("close " + name);
        Predicate<List<String>> gone = state(name, MARKER, "NO_WRITERS");
        if (!reader.awaitMatched(name, 0, PATIENCE)) {
            conclude(Check.WRITER_GONE, "the reader does not hear of it");
            return;
        }
        Duration patience = gaps.containsKey(Check.WRITER_GONE) ? Duration.ZERO : PATIENCE;
        conclude(Check.WRITER_GONE, reader.await(patience, gone) ? "" : Outcome.NOT_SEEN);
    }

    /**
     * Two messages, the second written when the first has come. A reader may print the first before what was written
     * earlier with another key; but what it knew then is printed before the second.
     */
    private boolean awaitMarkers(String name, long first) {
        for (long marker = first; marker < first + 2; marker++) {
            long number = marker;
            writer.tell("write " + name + " " + MARKER + " " + number);
            if (!reader.await(PATIENCE, _ -> reader.received(name, MARKER).contains(number))) {
                return false;
            }
        }
        return true;
    }

    private static Predicate<List<String>> state(String name, String origin, String word) {
        return lines -> lines.contains("STATE " + name + " " + origin + " " + word);
    }

    private String verdict(boolean passed, Predicate<List<String>> state) {
        if (!passed) {
            return Outcome.NOTHING_MORE;
        }
        return reader.await(Duration.ZERO, state) ? "" : Outcome.NOT_SEEN;
    }

    private void bestEffort() {
        String name = topic + "B";
        writer.tell("writer " + name + " " + BEST_EFFORT);
        reader.tell("reader " + name + " " + BEST_EFFORT);
        if (!writer.awaitMatched(name, 1, PATIENCE) || !reader.awaitMatched(name, 1, PATIENCE)) {
            conclude(Check.BEST_EFFORT, "no match");
            return;
        }
        for (int round = 1; round <= BEST_EFFORT_ROUNDS; round++) {
            writer.tell("write " + name + " KEY-A " + round);
            if (reader.await(SHORT, _ -> !reader.received(name, "KEY-A").isEmpty())) {
                conclude(Check.BEST_EFFORT, "");
                return;
            }
        }
        conclude(Check.BEST_EFFORT, "nothing arrives");
    }

    private void lateJoiner() {
        String name = topic + "L";
        writer.tell("writer " + name + " " + RELIABLE);
        for (long n = 1; n <= COUNT; n++) {
            writer.tell("write " + name + " KEY-A " + n);
        }
        writer.tell("matched " + name);
        if (!writer.await(PATIENCE, lines -> lines.contains("MATCHED " + name + " 0"))) {
            conclude(Check.LATE_JOINER, "the writer does not answer");
            return;
        }
        reader.tell("reader " + name + " " + RELIABLE);
        List<Long> expected = LongStream.rangeClosed(1, COUNT).boxed().toList();
        boolean all = reader.await(PATIENCE, _ -> reader.received(name, "KEY-A").equals(expected));
        conclude(Check.LATE_JOINER, all ? "" : reader.received(name, "KEY-A").size() + " of " + COUNT);
    }
}
