package org.c4igateway.app;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Checks the keys {@code enabled} below {@code c4i}, which enable or disable a part. The framework treats any value
 * except {@code true} as disabled. That would silently disable the part, or report its keys as unknown.
 */
final class Switches {
    private static final Pattern SWITCH = Pattern.compile("c4i\\.(?:.+\\.)?enabled");

    private final ConfigurableEnvironment environment;
    private final Map<String, String> faults = new TreeMap<>();

    Switches(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    static boolean isSwitch(String name) {
        return SWITCH.matcher(name).matches();
    }

    /** Notes a switch that is neither true nor false. */
    void judge(String name) {
        String value = environment.getProperty(name, "");
        if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            String place = ConfigurationPlace.of(environment, name)
                    .map(found -> " (" + found + ")")
                    .orElse("");
            faults.put(name, name + ": '" + value + "' is not true or false" + place);
        }
    }

    /** @throws GatewayException.Fatal naming each switch that is neither, with its value and place */
    void requireTruth() {
        if (!faults.isEmpty()) {
            throw new GatewayException.Fatal(
                    ErrorCode.CONFIGURATION,
                    String.join("; ", faults.values()),
                    "Set " + String.join(" and ", faults.keySet()) + " to true or false.",
                    null);
        }
    }

    /** Whether a key belongs to a part that is switched off. */
    boolean isOff(String name) {
        for (int end = name.lastIndexOf('.'); end > 0; end = name.lastIndexOf('.', end - 1)) {
            if ("false".equalsIgnoreCase(environment.getProperty(name.substring(0, end) + ".enabled"))) {
                return true;
            }
        }
        return false;
    }
}
