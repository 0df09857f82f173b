package org.c4igateway.core.flow;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.c4igateway.core.message.Precedence;

/**
 * Within which time messages should be in the inbox of their destination, counted from their submission at the origin.
 *
 * @param byPrecedence time by precedence; what is not named keeps its default
 */
public record ArrivalObjectives(Map<Precedence, Duration> byPrecedence) {
    /** As the alerts about messages that wait. */
    public static final ArrivalObjectives DEFAULTS = new ArrivalObjectives(Map.of());

    public ArrivalObjectives {
        Map<Precedence, Duration> all = new EnumMap<>(Precedence.class);
        for (Precedence precedence : Precedence.values()) {
            all.put(precedence, byDefault(precedence));
        }
        all.putAll(byPrecedence);
        all.forEach((precedence, time) -> {
            if (!time.isPositive()) {
                throw new IllegalArgumentException("the objective of " + precedence + " must be above 0: " + time);
            }
        });
        byPrecedence = Map.copyOf(all);
    }

    private static Duration byDefault(Precedence precedence) {
        return switch (precedence) {
            case FLASH -> Duration.ofSeconds(10);
            case IMMEDIATE -> Duration.ofMinutes(1);
            case PRIORITY -> Duration.ofMinutes(10);
            case ROUTINE -> Duration.ofHours(1);
        };
    }

    /** @return the objective of that precedence */
    public Duration of(Precedence precedence) {
        return byPrecedence.getOrDefault(precedence, byDefault(precedence));
    }
}
