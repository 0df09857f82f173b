package org.c4igateway.dbbridge.trail;

import java.time.Instant;
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
        OptionalLong newSequence) {}
