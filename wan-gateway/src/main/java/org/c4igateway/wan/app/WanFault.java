package org.c4igateway.wan.app;

import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.jspecify.annotations.Nullable;

/** Says which key of a WAN gateway's configuration is wrong and what it takes. */
final class WanFault {
    private WanFault() {}

    static void require(boolean condition, String key, @Nullable Object value, String expected) {
        if (!condition) {
            String name = WanProperties.PREFIX + "." + key;
            String problem = value == null ? " is missing" : ": '" + value + "' is not accepted";
            throw of(name + problem, "Set " + name + " to " + expected + ".", null);
        }
    }

    static GatewayException.Fatal of(String problem, String remedy, @Nullable Throwable cause) {
        return new GatewayException.Fatal(ErrorCode.CONFIGURATION, problem, remedy, cause);
    }
}
