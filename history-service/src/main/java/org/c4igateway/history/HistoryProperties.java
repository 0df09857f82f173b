package org.c4igateway.history;

import java.nio.file.Path;
import java.util.List;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.node.settings.NodeProperties.DatabaseProperties;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.transport.DdsSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Configuration of a history service: {@code c4i.history} in its YAML file, and {@code c4i.database},
 * {@code c4i.catalogue} and {@code c4i.transports.dds} as in that of a node.
 *
 * @param database where samples are kept, with a login that is a member of {@code c4i_history}
 * @param catalogue topic catalogue file; the shipped reference catalogue when absent
 * @param history what is kept
 */
@ConfigurationProperties("c4i")
public record HistoryProperties(
        DatabaseProperties database,
        @Nullable Path catalogue,
        @DefaultValue HistorySettings history) {
    private static final String PREFIX = "c4i.history.";
    private static final int SESSIONS_TO_CHECK = 2;

    public HistoryProperties {
        NodeProperties.require(
                database != null, "c4i.database.url", null, "the JDBC URL of the database that keeps the history");
    }

    DatabaseSettings databaseSettings() {
        return new DatabaseSettings(database.url(), database.username(), database.password(), SESSIONS_TO_CHECK);
    }

    /** @return the partition of the history: as configured, else that of the nodes behind {@code history/} */
    String partition(DdsSettings dds) {
        String configured = history.partition();
        String partition = configured.isEmpty()
                ? dds.partition().isEmpty() ? "history" : "history/" + dds.partition()
                : configured;
        NodeProperties.require(
                !partition.equals(dds.partition()) && !partition.matches(".*[*?\\[].*"),
                PREFIX + "partition",
                partition,
                "the name of a partition other than that of the nodes, and no pattern");
        return partition;
    }

    /**
     * What is kept.
     *
     * @param topics patterns of topics, as in the subscriptions of a node
     * @param partition where late readers find the history
     * @param bounds most of each topic where its DURABILITY_SERVICE has no limit
     * @param waiting most that has arrived and is not stored yet
     */
    public record HistorySettings(
            @DefaultValue List<String> topics,
            @DefaultValue("") String partition,
            @DefaultValue Bounds bounds,
            @DefaultValue Waiting waiting) {
        public HistorySettings {
            topics = List.copyOf(topics);
        }
    }

    /**
     * Most of one topic.
     *
     * @param samples of all instances together
     * @param instances beyond which the one that was written least recently leaves
     * @param bytes of all samples together
     */
    public record Bounds(
            @DefaultValue("10000") int samples,
            @DefaultValue("1000") int instances,
            @DefaultValue("16MB") DataSize bytes) {
        public Bounds {
            NodeProperties.require(samples > 0, PREFIX + "bounds.samples", samples, "a number above 0");
            NodeProperties.require(instances > 0, PREFIX + "bounds.instances", instances, "a number above 0");
            NodeProperties.require(bytes.toBytes() > 0, PREFIX + "bounds.bytes", bytes, "a size above 0");
        }

        ResourceLimits limits() {
            return new ResourceLimits(samples, instances, ResourceLimits.UNLIMITED);
        }
    }

    /**
     * Most that waits for the database, of all topics together.
     *
     * @param samples number
     * @param bytes size
     */
    public record Waiting(
            @DefaultValue("20000") int samples,
            @DefaultValue("32MB") DataSize bytes) {
        public Waiting {
            NodeProperties.require(samples > 0, PREFIX + "waiting.samples", samples, "a number above 0");
            NodeProperties.require(bytes.toBytes() > 0, PREFIX + "waiting.bytes", bytes, "a size above 0");
        }
    }
}
