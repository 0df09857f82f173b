package org.c4igateway.core.watch;

import java.time.Duration;
import java.time.Instant;

/**
 * State of a loop.
 *
 * @param name what people call it
 * @param alive whether it has beaten within its patience and has not ended
 * @param responds whether it is alive, or its turns end in time and fail for a reason that no restart mends
 * @param lastBeat when it turned last, or began
 * @param silence time since then; zero while it rests
 * @param patience longest silence of a loop that is alive
 * @param problem what the latest turn threw; empty when it went through
 */
public record LoopState(
        String name,
        boolean alive,
        boolean responds,
        Instant lastBeat,
        Duration silence,
        Duration patience,
        String problem) {}
