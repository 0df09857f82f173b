package org.c4igateway.lab.transport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
     * Round trips to make.
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
        Map<String, String> words = new LinkedHashMap<>();
        words.put("carrier", carrier.name());
        words.put("asks", Boolean.toString(asks));
        words.put("address", place.address());
        words.put("partner", place.partner());
        words.put("device", place.device());
        words.put("reliable", Boolean.toString(reliable));
        words.put("echo", Boolean.toString(echo));
        words.put("sizes", ladder.sizes().stream().map(String::valueOf).collect(Collectors.joining(",")));
        words.put("primers", Integer.toString(ladder.primers()));
        words.put("round-trips", Integer.toString(ladder.roundTrips()));
        List<String> written = new ArrayList<>();
        words.forEach((key, value) -> written.add(key + "=" + value));
        return written;
    }

    /** @throws IllegalArgumentException for other words than those of {@link #words} */
    static Assignment parse(String... words) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("not KEY=VALUE: " + word);
            }
            values.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return new Assignment(
                Carrier.valueOf(required(values, "carrier")),
                Boolean.parseBoolean(required(values, "asks")),
                new Place(required(values, "address"), required(values, "partner"), required(values, "device")),
                Boolean.parseBoolean(required(values, "reliable")),
                Boolean.parseBoolean(required(values, "echo")),
                new Ladder(
                        Arrays.stream(required(values, "sizes").split(",", -1))
                                .map(Integer::valueOf)
                                .toList(),
                        Integer.parseInt(required(values, "primers")),
                        Integer.parseInt(required(values, "round-trips"))));
    }

    private static String required(Map<String, String> values, String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("missing: " + key);
        }
        return value;
    }
}
