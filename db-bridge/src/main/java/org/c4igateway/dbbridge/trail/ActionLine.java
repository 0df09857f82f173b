package org.c4igateway.dbbridge.trail;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an operator did.
 *
 * @param actor the operator's name
 * @param action replay, readmit, park, expire or reopen
 * @param reason in the operator's words
 * @param sequence of the message
 * @param destination for which it was done
 * @param deadLetter that was sent again
 * @param newSequence under which it was
 * @param result what became of what was sent again or put back; empty for other actions, and when its row is gone
 */
public record ActionLine(
        long id,
        Instant at,
        String actor,
        String action,
        String reason,
        long sequence,
        String destination,
        OptionalLong deadLetter,
        OptionalLong newSequence,
        Optional<Result> result) {
    /**
     * What became of what was sent again or put back before the inbox.
     *
     * @param state of a row: pending, delivered, sent, expired, superseded, rejected; of what was put back: waiting,
     *     received, there (the inbox had it already), refused
     * @param code GW-nnn, why it was not taken
     * @param detail the same for people; possibly empty
     */
    public record Result(String state, Optional<String> code, String detail) {}
}
