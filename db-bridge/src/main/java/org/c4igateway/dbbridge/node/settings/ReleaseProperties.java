package org.c4igateway.dbbridge.node.settings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.flow.rule.ReleaseByLabel;
import org.c4igateway.core.message.LabelList;
import org.c4igateway.core.message.SystemName;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * Which labels may go where, {@code c4i.release}.
 *
 * @param otherwise labels for destinations that are not named, key {@code default}; every label when absent
 * @param destinations labels by destination
 */
public record ReleaseProperties(
        @Name("default") @Nullable List<String> otherwise,
        @DefaultValue Map<String, List<String>> destinations) {
    private static final String KEY = "c4i.release";

    public ReleaseProperties {
        destinations = Map.copyOf(destinations);
        rules(otherwise, destinations);
    }

    /** @return the rule for messages on their way out */
    public ReleaseByLabel rules() {
        return rules(otherwise, destinations);
    }

    private static ReleaseByLabel rules(@Nullable List<String> otherwise, Map<String, List<String>> destinations) {
        Map<SystemName, LabelList> bySystem = new HashMap<>();
        destinations.forEach((system, labels) -> {
            String key = KEY + ".destinations." + system;
            NodeProperties.require(
                    SystemName.isValid(system), key, labels, "a system name as key, 1-32 of A-Z 0-9 . _ -");
            bySystem.put(new SystemName(system), labels(key, labels));
        });
        return new ReleaseByLabel(otherwise == null ? LabelList.ALL : labels(KEY + ".default", otherwise), bySystem);
    }

    private static LabelList labels(String key, List<String> labels) {
        try {
            return new LabelList(labels);
        } catch (IllegalArgumentException e) {
            NodeProperties.require(false, key, labels, "labels, with * at the end only: " + e.getMessage());
            throw e;
        }
    }
}
