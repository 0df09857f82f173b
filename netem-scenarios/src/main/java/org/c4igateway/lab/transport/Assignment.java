package org.c4igateway.lab.transport;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a program that makes round trips does, as words of its command line.
 *
 * @param end its end
 * @param echo whether the whole payload is the answer, else its number of four bytes
 * @param ladder what it asks; an answering program ignores it
 */
public record Assignment(EndSettings end, boolean echo, Ladder ladder) {
    /**
     * Round trips, or writes, to make.
     *
     * @param sizes bytes of payload, in the order of the measurement; 4 at least
     * @param primers of each size, which do not count
     * @param roundTrips of each size
     */
    public record Ladder(List<Integer> sizes, int primers, int roundTrips) {
        public Ladder {
            sizes = List.copyOf(sizes);
            if (sizes.stream().anyMatch(size -> size < RoundTrips.NUMBER_BYTES) || primers < 0 || roundTrips < 1) {
                throw new IllegalArgumentException("not a ladder: " + sizes + ", " + primers + ", " + roundTrips);
            }
        }
    }

    /** The words, read again by {@link #parse}. */
    List<String> words() {
        return end.words()
                .with("echo", echo)
                .with("sizes", ladder.sizes().stream().map(String::valueOf).collect(Collectors.joining(",")))
                .with("primers", ladder.primers())
                .with("round-trips", ladder.roundTrips())
                .list();
    }

    /** @throws IllegalArgumentException for other words than those of {@link #words} */
    static Assignment parse(String... line) {
        Words words = Words.parse(line);
        return new Assignment(
                EndSettings.parse(words),
                words.truth("echo"),
                new Ladder(
                        Arrays.stream(words.required("sizes").split(",", -1))
                                .map(Integer::valueOf)
                                .toList(),
                        words.number("primers"),
                        words.number("round-trips")));
    }
}
