package org.c4igateway.jms;

import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.jspecify.annotations.Nullable;

/** Makes faults of the configuration in one form: key, value, what is wrong, what to set instead. */
public final class InvalidSetting {
    private InvalidSetting() {}

    public static void when(boolean wrong, String key, Object value, String problem, String wanted) {
        if (wrong) {
            throw fault(key, value, problem, wanted, null);
        }
    }

    public static GatewayException.Fatal fault(
            String key, Object value, String problem, String wanted, @Nullable Throwable cause) {
        String name = JmsSettings.PREFIX + "." + key;
        return new GatewayException.Fatal(
                        ErrorCode.CONFIGURATION,
                        name + ": '" + value + "' " + problem,
                        "Set " + name + " to " + wanted + ".",
                        cause)
                .about(name);
    }
}
