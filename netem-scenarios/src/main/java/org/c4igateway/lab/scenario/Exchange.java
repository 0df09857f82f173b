package org.c4igateway.lab.scenario;

import java.util.List;

/**
 * What two programs exchange, without nodes and databases: round trips, one under way at a time, a ladder of payloads.
 *
 * @param place where the programs run
 * @param from host of the program that asks
 * @param to host of the program that answers; not used on one host
 * @param sizes bytes of payload, ascending
 * @param reliable whether what is lost is sent again; best effort otherwise
 * @param counts how many round trips of each size
 * @param quick the same for a look
 */
public record Exchange(
        Place place, String from, String to, List<Integer> sizes, boolean reliable, Counts counts, Counts quick) {
    public Exchange {
        sizes = List.copyOf(sizes);
    }

    /** Where the programs run. */
    public enum Place {
        /** Both in the host {@code from}; they reach each other over its loopback interface. */
        SAME_HOST,
        /** On two hosts; what they exchange crosses the network. */
        TWO_HOSTS
    }

    /**
     * How many round trips of each size.
     *
     * @param primers first ones, which do not count
     * @param roundTrips that count
     */
    public record Counts(int primers, int roundTrips) {}

    /** The host of the program that answers. */
    public String answerer() {
        return place == Place.SAME_HOST ? from : to;
    }

    /** The same with the counts for a look. */
    public Exchange quickly() {
        return new Exchange(place, from, to, sizes, reliable, quick, quick);
    }
}
