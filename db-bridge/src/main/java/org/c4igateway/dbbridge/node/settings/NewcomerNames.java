package org.c4igateway.dbbridge.node.settings;

import java.util.List;
import java.util.regex.Pattern;
import org.c4igateway.core.message.SystemName;

/** Which names may join as newcomers. Immutable. */
public final class NewcomerNames {
    public static final String KEY = "c4i.newcomer-names";
    private static final Pattern FORM = Pattern.compile("[A-Z0-9._*-]{1,32}");

    private final List<Pattern> allowed;

    /** @param patterns as {@link #checked} */
    public NewcomerNames(List<String> patterns) {
        this.allowed = patterns.stream()
                .map(pattern -> Pattern.compile(pattern.replace(".", "\\.").replace("*", ".*")))
                .toList();
    }

    /** @throws org.c4igateway.core.fault.GatewayException.Fatal that names the element */
    static List<String> checked(List<String> patterns) {
        for (int i = 0; i < patterns.size(); i++) {
            String pattern = patterns.get(i);
            NodeProperties.require(
                    FORM.matcher(pattern).matches(),
                    KEY + "[" + i + "]",
                    pattern,
                    "a system name, in which * stands for any characters");
        }
        return List.copyOf(patterns);
    }

    /** @return whether that system may join; any may when no names are configured */
    public boolean allow(SystemName system) {
        return allowed.isEmpty()
                || allowed.stream()
                        .anyMatch(pattern -> pattern.matcher(system.value()).matches());
    }
}
