package org.c4igateway.lab.transport.entities;

import java.time.Duration;
import java.util.List;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.c4igateway.lab.transport.Words;

/**
 * What an {@link EntitiesProgram} does, as words of its command line.
 *
 * @param role its part
 * @param carrier what joins the pairs
 * @param place where it is
 * @param pairs how many pairs of ends there are
 * @param link what DDS is told of the narrowest link
 */
record EntitiesAssignment(Role role, Carrier carrier, Place place, Pairs pairs, Link link) {
    /** A part. */
    enum Role {
        /** Has the writing end of each pair. */
        WRITES,
        /** Has the reading end of each pair. */
        READS,
        /** Is the server of all, and has no end. */
        SERVES;

        /** Its name in results. */
        String program() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * Where a program is.
     *
     * @param address its own
     * @param server address of the engine that it uses; its own where the engine is within it
     * @param device interface of its participants
     */
    record Place(String address, String server, String device) {}

    /**
     * The link between the hosts.
     *
     * @param bitsPerSecond 0 where it is not narrow
     * @param roundTrip time there and back
     */
    record Link(long bitsPerSecond, Duration roundTrip) {}

    List<String> words() {
        return new Words()
                .with("role", role.name())
                .with("carrier", carrier.name())
                .with("address", place.address())
                .with("server", place.server())
                .with("device", place.device())
                .with("participants", pairs.participants())
                .with("topics", pairs.topics())
                .with("rate", link.bitsPerSecond())
                .with("round-trip", link.roundTrip().toMillis())
                .list();
    }

    /** @throws IllegalArgumentException for other words than those of {@link #words} */
    static EntitiesAssignment parse(String... line) {
        Words words = Words.parse(line);
        return new EntitiesAssignment(
                Role.valueOf(words.required("role")),
                Carrier.valueOf(words.required("carrier")),
                new Place(words.required("address"), words.required("server"), words.required("device")),
                new Pairs(words.number("participants"), words.number("topics")),
                new Link(Long.parseLong(words.required("rate")), Duration.ofMillis(words.number("round-trip"))));
    }
}
