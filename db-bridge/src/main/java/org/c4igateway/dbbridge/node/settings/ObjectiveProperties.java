package org.c4igateway.dbbridge.node.settings;

import java.time.Duration;
import java.util.Map;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.message.Precedence;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Within which time messages should arrive, {@code c4i.objectives}; see {@link ArrivalObjectives}.
 *
 * @param flash objective of FLASH
 * @param immediate objective of IMMEDIATE
 * @param priority objective of PRIORITY
 * @param routine objective of ROUTINE
 */
public record ObjectiveProperties(
        @DefaultValue("10s") Duration flash,
        @DefaultValue("1m") Duration immediate,
        @DefaultValue("10m") Duration priority,
        @DefaultValue("1h") Duration routine) {
    public ObjectiveProperties {
        requirePositive("flash", flash);
        requirePositive("immediate", immediate);
        requirePositive("priority", priority);
        requirePositive("routine", routine);
    }

    private static void requirePositive(String key, Duration time) {
        NodeProperties.require(time.isPositive(), "c4i.objectives." + key, time, "a duration above 0");
    }

    /** @return the objective of each precedence */
    public ArrivalObjectives toObjectives() {
        return new ArrivalObjectives(Map.of(
                Precedence.FLASH, flash,
                Precedence.IMMEDIATE, immediate,
                Precedence.PRIORITY, priority,
                Precedence.ROUTINE, routine));
    }
}
