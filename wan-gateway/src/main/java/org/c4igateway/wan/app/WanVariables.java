package org.c4igateway.wan.app;

import org.c4igateway.app.PropertyNames;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.util.PlaceholderResolutionException;

/** References of the file of a WAN gateway to variables, {@code ${NAME}} or {@code ${NAME:default}}. */
final class WanVariables {
    private WanVariables() {}

    /**
     * One that is not set must not become a literal value, least of all a password.
     *
     * @throws org.c4igateway.core.fault.GatewayException.Fatal naming the key and the variable
     */
    static void requireSet(PropertySource<?> source, ConfigurableEnvironment environment) {
        if (!(source instanceof EnumerablePropertySource<?> file)) {
            return;
        }
        for (String name : PropertyNames.of(file)) {
            try {
                if (file.getProperty(name) instanceof CharSequence text) {
                    var _ = environment.resolveRequiredPlaceholders(text.toString());
                }
            } catch (PlaceholderResolutionException e) {
                throw WanFault.of(
                        name + " refers to ${" + e.getPlaceholder() + "}, which is not set",
                        "Set the environment variable " + e.getPlaceholder() + ".",
                        e);
            }
        }
    }
}
