package org.c4igateway.lab.testbed.config;

import java.util.Map;
import java.util.stream.Collectors;
import org.c4igateway.lab.testbed.NodePlace;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/**
 * Writes the configuration file of a history service. The password of its login is in the variable {@link #PASSWORD}.
 *
 * @param place where it runs
 * @param database where it keeps samples
 * @param user its login there
 * @param domain of DDS
 * @param partition of the writers
 * @param topics policies of each topic that it keeps, by id, as a map of YAML
 */
public record HistoryYaml(
        NodePlace place,
        InterfaceDatabase database,
        String user,
        int domain,
        String partition,
        Map<String, String> topics) {
    /** Where a history service answers for its health. */
    public static final int HTTP_PORT = 8_095;

    /** Variable of its environment. */
    public static final String PASSWORD = "C4I_HISTORY_PASSWORD";

    public HistoryYaml {
        topics = Map.copyOf(topics);
    }

    /** The file. */
    public String text() {
        return """
                c4i:
                  history: {topics: [%s]}
                  database:
                    url: "%s"
                    username: %s
                    password: ${%s}
                  transports:
                    dds:
                      domain-id: %d
                      partition: %s
                      network: {interfaces: [%s]}
                      qos:
                        topics:
                %sserver: {address: %s, port: %d}
                """.formatted(
                        topics.keySet().stream().sorted().collect(Collectors.joining(", ")),
                        database.nodeUrl(),
                        user,
                        PASSWORD,
                        domain,
                        partition,
                        place.device(),
                        topics.entrySet().stream()
                                .map(topic -> "          " + topic.getKey() + ": " + topic.getValue() + "\n")
                                .sorted()
                                .collect(Collectors.joining()),
                        place.managementHost(),
                        HTTP_PORT);
    }
}
