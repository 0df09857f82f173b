package org.c4igateway.dbbridge.filter;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;

/** Judges names of classes and topics that are keys of a configuration. */
public final class CatalogueKeys {
    private CatalogueKeys() {}

    /**
     * The class of that name.
     *
     * @param key whole key, for the message
     * @throws GatewayException.Fatal when there is no such class
     */
    public static TrafficClass requireClass(String key, String name) {
        return Stream.of(TrafficClass.values())
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new GatewayException.Fatal(
                                ErrorCode.CONFIGURATION,
                                key + ": '" + name + "' is not a traffic class",
                                "Use one of "
                                        + Stream.of(TrafficClass.values())
                                                .map(TrafficClass::name)
                                                .collect(Collectors.joining(", "))
                                        + ".",
                                null)
                        .about(key));
    }

    /** @throws GatewayException.Fatal when the catalogue has no topic of that id */
    public static void requireTopic(String key, String id, TopicCatalogue catalogue) {
        if (catalogue.find(id).isEmpty()) {
            throw new GatewayException.Fatal(
                            ErrorCode.CONFIGURATION,
                            key + ": topic '" + id + "' is not in the catalogue",
                            "Name a topic of the catalogue; './c4i topics list' shows them.",
                            null)
                    .about(key);
        }
    }
}
