package org.c4igateway.dbbridge.trail;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A parked message, without its bytes.
 *
 * @param outbound whether it is a row of the outbox; else it arrived from elsewhere
 * @param source where it came from: the outbox, a peer's address, an operator
 * @param origin system that submitted it, when that is known
 * @param originSequence its number there
 * @param topicId its topic, when that is known
 * @param destination who did not get it, of outbound ones
 * @param code GW-nnn
 * @param reason the same for people
 * @param bytes length of the payload
 * @param replayedAs number under which it was sent again
 * @param whole whether an inbound one holds the whole message
 * @param result what became of the row under which it was sent again, or of the last attempt to put it back before the
 *     inbox; empty without such a row or attempt
 */
public record DeadLetterLine(
        long id,
        Instant at,
        boolean outbound,
        String source,
        Optional<String> origin,
        OptionalLong originSequence,
        Optional<String> topicId,
        Optional<String> destination,
        String code,
        String reason,
        int bytes,
        OptionalLong replayedAs,
        boolean whole,
        Optional<ActionLine.Result> result) {
    private static final String REFUSED = "refused";

    /** @return whether an operator may send it again, or put it back before the inbox */
    public boolean replayable() {
        return outbound
                ? destination.isPresent() && replayedAs.isEmpty()
                : whole && result.map(ActionLine.Result::state).orElse(REFUSED).equals(REFUSED);
    }
}
