package org.c4igateway.console.access;

import java.time.Duration;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long a login lasts.
 *
 * @param idle time without an action of the user; the automatic refresh of a page is not an action
 * @param longest from the first request on, whatever the user does
 */
public record SessionLimits(
        @DefaultValue("30m") Duration idle,
        @DefaultValue("12h") Duration longest) {
    public SessionLimits {
        require(idle.isPositive(), "idle", idle, "a duration above 0");
        require(longest.compareTo(idle) >= 0, "longest", longest, "a duration that is not below idle");
    }

    private static void require(boolean condition, String name, Duration value, String expected) {
        if (!condition) {
            String key = "c4i.console.session." + name;
            throw new GatewayException.Fatal(
                            ErrorCode.CONFIGURATION,
                            key + ": '" + value + "' is not accepted",
                            "Set " + key + " to " + expected + ".",
                            null)
                    .about(key);
        }
    }
}
