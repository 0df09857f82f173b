package org.c4igateway.app;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Checks the keys {@code enabled} below {@code c4i}, which enable or disable a part. The framework treats any value
 * except {@code true} as disabled. That would silently disable the part, or report its keys as unknown.
 */
final class EnabledKeys {
    private static final Pattern SWITCH = Pattern.compile("c4i\\.(?:.+\\.)?enabled");

    private static final Pattern VARIABLE = Pattern.compile("C4I_(?:.+_)?ENABLED", Pattern.CASE_INSENSITIVE);

    private final ConfigurableEnvironment environment;
    private final Map<String, String> faults = new TreeMap<>();

    EnabledKeys(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    static boolean isSwitch(String name) {
        return SWITCH.matcher(name).matches();
    }

    /** Notes a switch that is neither true nor false. */
    void judge(String name) {
        String value = environment.getProperty(name, "");
        if (!isTruth(value)) {
            String place = ConfigurationPlace.of(environment, name)
                    .map(found -> " (" + found + ")")
                    .orElse("");
            faults.put(name, name + ": '" + value + "' is not true or false" + place);
        }
    }

    /**
     * Notes switches among the variables of the environment that are neither. A part whose switch is nothing but such a
     * variable is not there, and its key is not known.
     */
    void judgeVariables() {
        PropertySource<?> variables =
                environment.getPropertySources().get(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        if (variables instanceof EnumerablePropertySource<?> enumerable) {
            for (String name : PropertyNames.of(enumerable)) {
                if (VARIABLE.matcher(name).matches() && !isTruth(String.valueOf(enumerable.getProperty(name)))) {
                    faults.put(
                            name,
                            "environment variable %s: '%s' is not true or false"
                                    .formatted(name, enumerable.getProperty(name)));
                }
            }
        }
    }

    private static boolean isTruth(String value) {
        return value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false");
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
