package org.c4igateway.lab.scenario;

import java.util.List;
import java.util.Optional;

/**
 * What programs exchange, without nodes and databases, a ladder of payloads: round trips between two of them, one under
 * way at a time; or, in a fan, samples of several writers, each of which goes to all of several readers.
 *
 * @param place where the programs run
 * @param from host of the program that asks, or of the writers
 * @param to host of the program that answers, or of the readers; not used on one host
 * @param sizes bytes of payload, ascending
 * @param reliable whether what is lost is sent again; best effort otherwise
 * @param counts how many round trips, or writes, of each size
 * @param quick the same for a look
 * @param fan how many ends there are; empty for round trips
 */
public record Exchange(
        Place place,
        String from,
        String to,
        List<Integer> sizes,
        boolean reliable,
        Counts counts,
        Counts quick,
        Optional<Fan> fan) {
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
     * How many round trips, or writes, of each size.
     *
     * @param primers first ones, which do not count
     * @param counted those after them
     */
    public record Counts(int primers, int counted) {}

    /**
     * Ends of one topic, each with a participant of its own.
     *
     * @param writers which write in turn
     * @param readers each of which gets every sample
     * @param perProcess ends that share a process
     */
    public record Fan(int writers, int readers, int perProcess) {}

    /** The host of the program that answers, or of the readers. */
    public String answerer() {
        return place == Place.SAME_HOST ? from : to;
    }

    /** The same with the counts for a look. */
    public Exchange quickly() {
        return new Exchange(place, from, to, sizes, reliable, quick, quick, fan);
    }
}
