package org.c4igateway.wan.app;

import java.util.Map;
import org.c4igateway.app.trace.TraceSettings;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dds.transport.DdsSettings;
import org.jspecify.annotations.Nullable;

/** Makes faults that name the wrong key of a WAN gateway's configuration and the accepted values. */
final class WanFault {
    /** Keys of a node, and what they are called here. */
    private static final Map<String, String> KEYS = Map.of(
            DdsSettings.PREFIX, WanProperties.PREFIX + ".lan", TraceSettings.PREFIX, WanProperties.PREFIX + ".traces");

    private WanFault() {}

    static void require(boolean condition, String key, @Nullable Object value, String expected) {
        if (!condition) {
            String name = WanProperties.PREFIX + "." + key;
            String problem = value == null ? " is missing" : ": '" + value + "' is not accepted";
            throw of(name + problem, "Set " + name + " to " + expected + ".", null);
        }
    }

    /**
     * The settings of the site's domain are those of a node's DDS transport, and those of traces are a node's, whose
     * faults name its keys. This translates them to the keys of the gateway.
     */
    static GatewayException.Fatal inItsKeys(GatewayException.Fatal fault) {
        String detail = String.valueOf(fault.getMessage())
                .substring(fault.errorCode().code().length() + ": ".length());
        return KEYS.entrySet().stream()
                .filter(key ->
                        fault.key().filter(of -> of.startsWith(key.getKey())).isPresent())
                .findFirst()
                .map(key -> new GatewayException.Fatal(
                        fault.errorCode(),
                        detail.replace(key.getKey(), key.getValue()),
                        fault.remedy().replace(key.getKey(), key.getValue()),
                        fault))
                .orElse(fault);
    }

    static GatewayException.Fatal of(String problem, String remedy, @Nullable Throwable cause) {
        return new GatewayException.Fatal(ErrorCode.CONFIGURATION, problem, remedy, cause);
    }
}
