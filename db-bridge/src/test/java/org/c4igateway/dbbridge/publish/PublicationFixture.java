package org.c4igateway.dbbridge.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.TopicSubscription;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
abstract class PublicationFixture {
    static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    static final String ORDER = ofClass(TrafficClass.ORDER);
    static final String REPORT = ofClass(TrafficClass.REPORT);
    static final Duration NO_PATIENCE = Duration.ZERO;
    static final Duration DAY = Duration.ofDays(1);

    TestDatabase database;
    SubscriberRegister register;
    PublicationRouting routing;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.register = new SubscriberRegister(database.bridgePool(), () -> 0, CATALOGUE);
        this.routing = new PublicationRouting(database.bridgePool(), () -> 0);
        register.recordTopics();
    }

    static String ofClass(TrafficClass trafficClass) {
        return CATALOGUE.topics().stream()
                .filter(topic -> topic.trafficClass() == trafficClass)
                .map(Topic::id)
                .findFirst()
                .orElseThrow();
    }

    void subscribe(String system, String... patterns) {
        register.record("jms", announcement(system, wanted(Duration.ZERO, patterns), CATALOGUE.digests()));
    }

    static Subscriptions wanted(Duration lookBack, String... patterns) {
        return new Subscriptions(List.of(patterns).stream()
                .map(pattern -> new TopicSubscription(pattern, lookBack))
                .toList());
    }

    static NodeAnnouncement announcement(String system, Subscriptions wanted, Map<String, Integer> topics) {
        Introduction introduction = Introduction.NONE.subscribedTo(wanted);
        return new NodeAnnouncement(new SystemName(system), 1, CATALOGUE.contentHash(), topics, introduction);
    }

    long publish(String topic, String payload) throws SQLException {
        return database.number("SELECT c4i.publish('" + topic + "', 3, '" + payload + "')");
    }

    List<String> destinations() throws SQLException {
        return database.column(
                "SELECT destinations::text FROM c4i.outbox WHERE published_as = sequence" + " ORDER BY sequence");
    }

    List<String> states() throws SQLException {
        return database.column("SELECT state FROM c4i.publication_status ORDER BY sequence");
    }

    void assertBalanced() {
        assertThat(new LedgerReader(database.bridgePool()).snapshot().balanced())
                .isTrue();
    }
}
