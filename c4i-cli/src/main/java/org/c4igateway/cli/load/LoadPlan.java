package org.c4igateway.cli.load;

import java.time.Duration;
import java.util.List;

/**
 * What is to be submitted.
 *
 * @param destinations receiving systems
 * @param rate messages per second
 * @param duration how long
 * @param mix of precedences
 * @param patience how long to wait for final states after the last message
 * @param seed from which messages and precedences are drawn
 */
record LoadPlan(
        List<String> destinations, double rate, Duration duration, PrecedenceMix mix, Duration patience, long seed) {
    LoadPlan {
        destinations = List.copyOf(destinations);
        if (destinations.isEmpty() || destinations.stream().distinct().count() < destinations.size()) {
            throw new IllegalArgumentException("a load needs destinations, each once");
        }
        if (!(rate > 0 && rate <= 100_000)) {
            throw new IllegalArgumentException("a rate is above 0 and at most 100000 messages per second");
        }
        if (duration.isNegative() || duration.isZero() || patience.isNegative()) {
            throw new IllegalArgumentException("times are positive");
        }
    }
}
