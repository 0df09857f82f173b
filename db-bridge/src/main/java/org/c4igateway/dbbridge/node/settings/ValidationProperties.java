package org.c4igateway.dbbridge.node.settings;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.rule.PayloadPolicy;
import org.c4igateway.dbbridge.filter.CatalogueKeys;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.c4igateway.topics.definition.PolicyLevel;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * What is asked of payloads, {@code c4i.validation}: a block, or only the default level.
 *
 * @param otherwise level where nothing else is said, key {@code default}
 * @param classes level by traffic class
 * @param topics level by topic id, instead of that of its class
 * @param inbound level of everything that is received; as for what is sent when absent
 */
public record ValidationProperties(
        @Name("default") @DefaultValue("LENIENT") PolicyLevel otherwise,
        @DefaultValue Map<String, String> classes,
        @DefaultValue Map<String, String> topics,
        @Nullable PolicyLevel inbound) {
    private static final String KEY = "c4i.validation";

    public ValidationProperties {
        classes = Map.copyOf(classes);
        topics = Map.copyOf(topics);
    }

    /** Reads the short form, a level. The binder calls this. */
    public static ValidationProperties of(String level) {
        return new ValidationProperties(level(KEY, level), Map.of(), Map.of(), null);
    }

    /** YAML takes {@code off} for false, which a map of texts keeps as a text. */
    private static PolicyLevel level(String key, String text) {
        String name = text.strip().equals("false") ? "OFF" : text.strip().toUpperCase(Locale.ROOT);
        return Arrays.stream(PolicyLevel.values())
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new GatewayException.Fatal(
                                ErrorCode.CONFIGURATION,
                                key + ": '" + text + "' is not one of " + levels(),
                                "Set " + key + " to one of " + levels() + remedy(key),
                                null)
                        .about(key));
    }

    private static String remedy(String key) {
        return key.equals(KEY) ? ", or to a block of default, classes, topics and inbound." : ".";
    }

    /** Reads the short form where YAML takes {@code off} for false. The binder calls this. */
    public static ValidationProperties of(Boolean level) {
        return of(level ? "on" : "off");
    }

    private static String levels() {
        return Arrays.stream(PolicyLevel.values())
                .map(level -> level.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    /**
     * The level of each topic of a catalogue.
     *
     * @throws GatewayException.Fatal naming a key that is no class or no topic, or a value that is no level
     */
    public PayloadPolicy policy(TopicCatalogue catalogue) {
        Map<TrafficClass, PolicyLevel> ofClass = new EnumMap<>(TrafficClass.class);
        classes.forEach((name, text) -> {
            String key = KEY + ".classes." + name;
            ofClass.put(CatalogueKeys.requireClass(key, name), level(key, text));
        });
        Map<String, PolicyLevel> ofTopic = new HashMap<>();
        for (Topic topic : catalogue.topics()) {
            PolicyLevel level = ofClass.get(topic.trafficClass());
            if (level != null) {
                ofTopic.put(topic.id(), level);
            }
        }
        topics.forEach((id, text) -> {
            String key = KEY + ".topics." + id;
            CatalogueKeys.requireTopic(key, id, catalogue);
            ofTopic.put(id, level(key, text));
        });
        return new PayloadPolicy(otherwise, ofTopic, inbound);
    }
}
