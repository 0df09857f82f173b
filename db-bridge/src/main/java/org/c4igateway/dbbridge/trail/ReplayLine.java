package org.c4igateway.dbbridge.trail;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A row for one destination, or a dead letter of what arrived, in a replay.
 *
 * @param message number of the row, or {@code SYSTEM/NUMBER} of what arrived; empty when the letter is of no message
 * @param at when it was submitted, or parked
 * @param destination who gets it
 * @param state its final state now, or pending, parked, unknown
 * @param code why it has that state
 * @param repeatedBy number of the row that repeats it
 * @param deadLetter that was chosen
 * @param ofVerdict how many rows have this verdict, listed or not
 */
public record ReplayLine(
        String message,
        Optional<Instant> at,
        Optional<String> topicId,
        Optional<String> destination,
        String state,
        Optional<String> code,
        ReplayVerdict verdict,
        OptionalLong repeatedBy,
        OptionalLong deadLetter,
        long ofVerdict) {}
