package org.c4igateway.lab.transport.durability;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.c4igateway.lab.transport.Words;

/**
 * What a {@link DurabilityProgram} does, as words of its command line.
 *
 * @param writes whether it has the writers; it has readers otherwise
 * @param device interface of its participants
 * @param bytes of a payload
 * @param blocking longest time of a write
 * @param combinations on which it writes, or reads
 */
record DurabilityAssignment(
        boolean writes, String device, int bytes, Duration blocking, List<Combination> combinations) {
    DurabilityAssignment {
        combinations = List.copyOf(combinations);
    }

    List<String> words() {
        return new Words()
                .with("writes", writes)
                .with("device", device)
                .with("bytes", bytes)
                .with("blocking", blocking.toMillis())
                .with(
                        "combinations",
                        combinations.stream().map(Combination::word).collect(Collectors.joining(",")))
                .list();
    }

    /** @throws IllegalArgumentException for other words than those of {@link #words} */
    static DurabilityAssignment parse(String... line) {
        Words words = Words.parse(line);
        return new DurabilityAssignment(
                words.truth("writes"),
                words.required("device"),
                words.number("bytes"),
                Duration.ofMillis(words.number("blocking")),
                Arrays.stream(words.required("combinations").split(",", -1))
                        .map(Combination::parse)
                        .toList());
    }
}
