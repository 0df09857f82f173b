package org.c4igateway.wan.app;

import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dds.transport.DdsSettings;
import org.jspecify.annotations.Nullable;

/** Makes faults that name the wrong key of a WAN gateway's configuration and the accepted values. */
final class WanFault {
    private static final String LAN = WanProperties.PREFIX + ".lan";

    private WanFault() {}

    static void require(boolean condition, String key, @Nullable Object value, String expected) {
        if (!condition) {
            String name = WanProperties.PREFIX + "." + key;
            String problem = value == null ? " is missing" : ": '" + value + "' is not accepted";
            throw of(name + problem, "Set " + name + " to " + expected + ".", null);
        }
    }

    /**
     * The settings of the site's domain are those of a node's DDS transport, whose faults name its keys. This
     * translates them to the keys of the gateway.
     */
    static GatewayException.Fatal inTermsOfLan(GatewayException.Fatal fault) {
        String detail = String.valueOf(fault.getMessage())
                .substring(fault.errorCode().code().length() + ": ".length());
        return fault.key().filter(key -> key.startsWith(DdsSettings.PREFIX)).isEmpty()
                ? fault
                : new GatewayException.Fatal(
                        fault.errorCode(),
                        detail.replace(DdsSettings.PREFIX, LAN),
                        fault.remedy().replace(DdsSettings.PREFIX, LAN),
                        fault);
    }

    static GatewayException.Fatal of(String problem, String remedy, @Nullable Throwable cause) {
        return new GatewayException.Fatal(ErrorCode.CONFIGURATION, problem, remedy, cause);
    }
}
