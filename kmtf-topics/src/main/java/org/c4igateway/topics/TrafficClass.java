package org.c4igateway.topics;

import java.time.Duration;

/**
 * What kind of traffic a topic carries. The class, not the single message, decides how a topic is delivered;
 * a catalogue row may override reliability and lifespan.
 */
public enum TrafficClass {
    /** Tracks, positions, states sent again and again: the next update replaces this one. */
    PERIODIC(false, Duration.ofSeconds(30)),
    /** Warnings that are sent once. */
    ALERT(true, Duration.ofDays(1)),
    /** Orders and tasking; a late joiner must still get them. */
    ORDER(true, Duration.ofDays(7)),
    /** The asking half of a dialogue. */
    REQUEST(true, Duration.ofDays(1)),
    /** The answering half of a dialogue. */
    RESPONSE(true, Duration.ofDays(1)),
    /** Situation summaries, normally daily: the newest replaces; kept for two periods. */
    SUMMARY(true, Duration.ofDays(2)),
    /** Single reports with value as history. */
    REPORT(true, Duration.ofDays(3));

    private final boolean reliable;
    private final Duration defaultLifespan;

    TrafficClass(boolean reliable, Duration defaultLifespan) {
        this.reliable = reliable;
        this.defaultLifespan = defaultLifespan;
    }

    /** Whether every sample must arrive. False only for {@link #PERIODIC}. */
    public boolean reliable() {
        return reliable;
    }

    /** How long a message stays worth delivering when neither it nor its topic says otherwise. */
    public Duration defaultLifespan() {
        return defaultLifespan;
    }
}
