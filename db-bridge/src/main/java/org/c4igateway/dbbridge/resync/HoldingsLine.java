package org.c4igateway.dbbridge.resync;

import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One line of a file of holdings, tab-separated, in the order of {@link #sequence}, all held ones before all sent ones.
 *
 * <pre>
 *  held  sequence  digest or -  received-at  topic or -  created-at or -  destinations or -
 *  sent  sequence  digest       state        topic       created-at
 * </pre>
 */
sealed interface HoldingsLine {
    String NOTHING = "-";

    /** @return the number that the origin of the message gave it */
    long sequence();

    /** @return digest of its content; null when an older release wrote none */
    @Nullable Long digest();

    /** @return the line, without its end */
    String text();

    /**
     * A message that the exporting system has received.
     *
     * @param topicId {@link #NOTHING} when the day of the inbox is gone, as {@code createdAt} and {@code destinations}
     *     then
     */
    record Held(
            long sequence,
            @Nullable Long digest,
            Instant receivedAt,
            String topicId,
            String createdAt,
            String destinations)
            implements HoldingsLine {
        public Held {
            Objects.requireNonNull(receivedAt);
            Objects.requireNonNull(topicId);
            Objects.requireNonNull(createdAt);
            Objects.requireNonNull(destinations);
        }

        @Override
        public String text() {
            return String.join(
                    "\t",
                    "held",
                    Long.toString(sequence),
                    hex(digest),
                    receivedAt.toString(),
                    topicId,
                    createdAt,
                    destinations);
        }
    }

    /** A row of the exporting system for the other one, with its state there. */
    record Sent(long sequence, @Nullable Long digest, String state, String topicId, String createdAt)
            implements HoldingsLine {
        public Sent {
            Objects.requireNonNull(state);
            Objects.requireNonNull(topicId);
            Objects.requireNonNull(createdAt);
        }

        boolean isDelivered() {
            return state.equals("delivered");
        }

        @Override
        public String text() {
            return String.join("\t", "sent", Long.toString(sequence), hex(digest), state, topicId, createdAt);
        }
    }

    /** @throws IllegalArgumentException when {@code text} is no such line */
    static HoldingsLine of(String text) {
        String[] fields = text.split("\t", -1);
        if (fields.length == 7 && fields[0].equals("held")) {
            return new Held(
                    Long.parseLong(fields[1]),
                    digest(fields[2]),
                    Instant.parse(fields[3]),
                    fields[4],
                    fields[5],
                    fields[6]);
        }
        if (fields.length == 6 && fields[0].equals("sent")) {
            return new Sent(Long.parseLong(fields[1]), digest(fields[2]), fields[3], fields[4], fields[5]);
        }
        throw new IllegalArgumentException("neither held nor sent: " + text);
    }

    private static String hex(@Nullable Long digest) {
        return digest == null ? NOTHING : HexFormat.of().toHexDigits(digest);
    }

    private static @Nullable Long digest(String hex) {
        return hex.equals(NOTHING) ? null : Long.valueOf(HexFormat.fromHexDigitsToLong(hex));
    }
}
