package org.c4igateway.dbbridge.publish;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.TopicSubscription;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/**
 * The register of subscribers in the interface database, {@code c4i.subscriber}. Each call that writes is one
 * transaction behind the fence. Thread-safe; blocks on the database.
 */
public final class SubscriberRegister {
    private final DataSource dataSource;
    private final LongSupplier epoch;
    private final TopicCatalogue catalogue;

    /**
     * @param dataSource pool; stays the caller's
     * @param epoch epoch under which this node last became active
     * @param catalogue topics of this node
     */
    public SubscriberRegister(DataSource dataSource, LongSupplier epoch, TopicCatalogue catalogue) {
        this.dataSource = Objects.requireNonNull(dataSource);
        this.epoch = Objects.requireNonNull(epoch);
        this.catalogue = Objects.requireNonNull(catalogue);
    }

    /** Writes the traffic classes of this node's topics, which patterns may name. */
    public void recordTopics() {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT c4i.record_topics(?, ?, ?)")) {
            statement.setLong(1, epoch.getAsLong());
            SqlArrays.bind(statement, 2, texts(catalogue.topics().stream().map(Topic::id)));
            SqlArrays.bind(
                    statement,
                    3,
                    texts(catalogue.topics().stream()
                            .map(topic -> topic.trafficClass().name())));
            statement.execute();
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "recording the classes of topics");
        }
    }

    /** @return where each subscriber announced itself last; {@code operator} for one that never did */
    public Map<SystemName, String> transports() {
        String sql = """
                SELECT system, coalesce(max(transport) FILTER (WHERE transport <> 'operator'), 'operator')
                FROM c4i.subscriber GROUP BY system
                """;
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            Map<SystemName, String> transports = new HashMap<>();
            while (row.next()) {
                transports.put(new SystemName(row.getString(1)), row.getString(2));
            }
            return transports;
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "reading the register of subscribers");
        }
    }

    /** Replaces the earlier subscriptions of the node by its present ones. */
    public void record(String transport, NodeAnnouncement announcement) {
        List<TopicSubscription> wanted = wanted(announcement);
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT c4i.record_subscriptions(?, ?, ?, ?, ?)")) {
            statement.setLong(1, epoch.getAsLong());
            statement.setString(2, announcement.system().value());
            statement.setString(3, transport);
            SqlArrays.bind(statement, 4, texts(wanted.stream().map(TopicSubscription::pattern)));
            SqlArrays.bind(
                    statement,
                    5,
                    wanted.stream()
                            .mapToLong(subscription -> subscription.lookBack().toSeconds())
                            .toArray());
            statement.execute();
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "recording the subscriptions of " + announcement.system());
        }
    }

    /** A node that tells nothing wants each topic that it announces. */
    private List<TopicSubscription> wanted(NodeAnnouncement announcement) {
        Subscriptions told = announcement.introduction().subscriptions();
        if (!told.list().isEmpty()) {
            return told.list();
        }
        TreeSet<String> lacking = new TreeSet<>(catalogue.digests().keySet());
        lacking.removeAll(announcement.topicDigests().keySet());
        return lacking.isEmpty()
                ? Subscriptions.ALL.list()
                : catalogue.topics().stream()
                        .map(Topic::id)
                        .filter(announcement.topicDigests()::containsKey)
                        .map(id -> new TopicSubscription(id, Duration.ZERO))
                        .toList();
    }

    private static String[] texts(Stream<String> texts) {
        return texts.toArray(String[]::new);
    }
}
