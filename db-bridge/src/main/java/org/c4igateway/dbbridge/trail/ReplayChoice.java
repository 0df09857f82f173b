package org.c4igateway.dbbridge.trail;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is sent again. All that is given must fit.
 *
 * @param source what is looked through
 * @param ids numbers of messages, or of dead letters; empty: any
 * @param topic pattern of topics as in subscriptions: id, {@code *} for any characters, {@code class:} and a class
 * @param system the destination; of dead letters of what arrived, the origin
 * @param since submitted, or parked, at this instant or later
 * @param until submitted, or parked, before this instant
 * @param code GW-nnn of the final state or the dead letter
 * @param again also to who has it
 * @param expired also what has expired, with a new time of the same length
 * @param atMost rows that are sent again, each for one destination; 1 to {@value #MOST}
 */
public record ReplayChoice(
        Source source,
        List<Long> ids,
        Optional<String> topic,
        Optional<String> system,
        Optional<Instant> since,
        Optional<Instant> until,
        Optional<String> code,
        boolean again,
        boolean expired,
        int atMost) {
    /** The database takes no more in one transaction. */
    public static final int MOST = 10_000;

    /** What is looked through. */
    public enum Source {
        /** Rows of the outbox. */
        ROWS,
        /** Rows of the outbox that have a dead letter. */
        SENT_LETTERS,
        /** Dead letters of what arrived. */
        RECEIVED_LETTERS
    }

    public ReplayChoice {
        Objects.requireNonNull(source);
        ids = List.copyOf(ids);
        if (atMost < 1 || atMost > MOST) {
            throw new IllegalArgumentException("a replay has 1 to " + MOST + " rows");
        }
    }

    /** These messages, or dead letters, only. */
    public static ReplayChoice of(Source source, List<Long> ids, boolean again, boolean expired) {
        return new ReplayChoice(
                source,
                ids,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                again,
                expired,
                MOST);
    }
}
