package org.c4igateway.lab.transport;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.c4igateway.lab.scenario.Cell.Carrier;

/**
 * What a program does, as words of its command line.
 *
 * @param carrier what carries the payloads
 * @param asks whether it asks and measures; it answers otherwise
 * @param place where it is and whom it talks to
 * @param reliable whether what is lost is sent again
 * @param echo whether the whole payload is the answer, else its number of four bytes
 * @param ladder what it asks; an answering program ignores it
 */
public record Assignment(Carrier carrier, boolean asks, Place place, boolean reliable, boolean echo, Ladder ladder) {
    /**
     * Where a program is.
     *
     * @param address its own
     * @param partner that of the program that answers
     * @param device interface of both
     */
    public record Place(String address, String partner, String device) {}

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
        return new Words()
                .with("carrier", carrier.name())
                .with("asks", asks)
                .with("address", place.address())
                .with("partner", place.partner())
                .with("device", place.device())
                .with("reliable", reliable)
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
                Carrier.valueOf(words.required("carrier")),
                words.truth("asks"),
                new Place(words.required("address"), words.required("partner"), words.required("device")),
                words.truth("reliable"),
                words.truth("echo"),
                new Ladder(
                        Arrays.stream(words.required("sizes").split(",", -1))
                                .map(Integer::valueOf)
                                .toList(),
                        words.number("primers"),
                        words.number("round-trips")));
    }
}
