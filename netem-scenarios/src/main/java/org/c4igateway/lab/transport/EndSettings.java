package org.c4igateway.lab.transport;

import java.time.Duration;
import org.c4igateway.lab.scenario.Cell.Carrier;

/**
 * What an {@link End} is, as words of a command line.
 *
 * @param carrier what carries the payloads
 * @param asks whether it is the end of the program that asks or sends; it answers or receives otherwise
 * @param place where it is and whom it talks to
 * @param reliable whether what is lost is sent again
 * @param patience longest time of one send over DDS, and of a stream without an acknowledgement
 */
public record EndSettings(Carrier carrier, boolean asks, Place place, boolean reliable, Duration patience) {
    /**
     * Where a program is.
     *
     * @param address its own
     * @param partner that of the program that answers; of a program with a table, the file that says where the table is
     * @param device interface of both
     * @param peer address of the other end where multicast does not reach it; empty where DDS finds it by multicast
     */
    public record Place(String address, String partner, String device, String peer) {
        /** Where multicast reaches the other end. */
        public Place(String address, String partner, String device) {
            this(address, partner, device, "");
        }
    }

    /** The words, read again by {@link #parse}. */
    public Words words() {
        return new Words()
                .with("carrier", carrier.name())
                .with("asks", asks)
                .with("address", place.address())
                .with("partner", place.partner())
                .with("device", place.device())
                .with("peer", place.peer())
                .with("reliable", reliable)
                .with("patience", patience.toMillis());
    }

    /** @throws IllegalArgumentException when one of {@link #words} is missing */
    public static EndSettings parse(Words words) {
        return new EndSettings(
                Carrier.valueOf(words.required("carrier")),
                words.truth("asks"),
                new Place(
                        words.required("address"),
                        words.required("partner"),
                        words.required("device"),
                        words.required("peer")),
                words.truth("reliable"),
                Duration.ofMillis(words.number("patience")));
    }
}
