package org.c4igateway.dbbridge.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.TopicSubscription;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.c4igateway.dbbridge.outbox.JdbcOutbox;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class PublicationRoutingTest {
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    private static final String ORDER = ofClass(TrafficClass.ORDER);
    private static final String REPORT = ofClass(TrafficClass.REPORT);
    private static final Duration NO_PATIENCE = Duration.ZERO;
    private static final Duration DAY = Duration.ofDays(1);

    private TestDatabase database;
    private SubscriberRegister register;
    private PublicationRouting routing;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.register = new SubscriberRegister(database.bridgePool(), () -> 0, CATALOGUE);
        this.routing = new PublicationRouting(database.bridgePool(), () -> 0);
        register.recordTopics();
    }

    @Test
    void sendsToWhoeverSubscribesByIdWildcardOrClass() throws SQLException {
        subscribe("BRAVO", ORDER);
        subscribe("CHARLIE", ORDER.substring(0, ORDER.length() - 1) + "*", "class:REPORT");
        subscribe("DELTA", "class:ORDER");
        subscribe("ECHO", "*");

        publish(ORDER, "an order");
        publish(REPORT, "a report");
        assertThat(routing.route()).isEqualTo(2);
        assertThat(routing.route()).isZero();

        assertThat(destinations()).containsExactly("{BRAVO,CHARLIE,DELTA,ECHO}", "{CHARLIE,ECHO}");
        assertBalanced();
    }

    /** A reader that has read everything before must still find it. */
    @Test
    void isReadAlthoughNewerRowsWereReadBefore() throws SQLException {
        subscribe("BRAVO", "*");
        long published = publish(REPORT, "first");
        database.submit(3, "second", "BRAVO");
        JdbcOutbox outbox = new JdbcOutbox(database.bridgePool(), () -> 0, new SystemName("ALPHA"));
        Fetched before = read(outbox, ReadPosition.START);
        assertThat(before.rows()).hasSize(1);

        routing.route();

        Fetched after = read(outbox, before.next());
        assertThat(after.rows()).hasSize(1);
        assertThat(after.rows().getFirst().message().id().sequence()).isEqualTo(published);
    }

    @Test
    void fixesDestinationsOnce() throws SQLException {
        subscribe("BRAVO", "*");
        publish(REPORT, "x");
        routing.route();

        subscribe("CHARLIE", "*");
        routing.route();

        assertThat(destinations()).containsExactly("{BRAVO}");
    }

    @Test
    void keepsWhatNobodySubscribesToForAWhileAndThenEndsItByName() throws SQLException {
        long sequence = publish(REPORT, "for nobody");
        routing.route();
        assertThat(routing.endUnclaimed(DAY)).isZero();
        assertThat(states()).containsExactly("unclaimed");
        publish(ORDER, "not routed yet");
        assertThat(new LedgerReader(database.bridgePool()).snapshot().publications())
                .extracting(line ->
                        line.state() + " " + line.rows() + " " + line.oldest().isPresent())
                .containsExactly("waiting 1 true", "unclaimed 1 true");
        database.execute("DELETE FROM c4i.publication WHERE topic_id = '" + ORDER + "'");

        assertThat(routing.endUnclaimed(NO_PATIENCE)).isEqualTo(1);

        assertThat(states()).containsExactly("nobody");
        assertThat(database.column("SELECT destination || ' ' || state || ' ' || code || ' ' || detail FROM"
                        + " c4i.delivery_status WHERE sequence = " + sequence))
                .containsExactly("NOBODY rejected GW-314 nobody subscribes to " + REPORT);
        assertThat(database.number("SELECT count(*) FROM c4i.publication")).isZero();
        assertBalanced();
    }

    @Test
    void endsWhatHasExpiredBeforeAnybodySubscribed() throws SQLException {
        database.execute("SELECT c4i.publish('" + REPORT + "', 3, 'x', now() - interval '1 s')");
        routing.route();

        assertThat(routing.endUnclaimed(DAY)).isEqualTo(1);

        assertThat(database.column("SELECT state || ' ' || code FROM c4i.delivery"))
                .containsExactly("expired GW-304");
        assertBalanced();
    }

    @Test
    void givesWhatWaitsToASubscriberThatComesInTimeInOrder() throws SQLException {
        publish(REPORT, "1");
        routing.route();
        publish(REPORT, "2");

        subscribe("BRAVO", REPORT);
        routing.route();

        assertThat(database.column("SELECT convert_from(payload, 'UTF8') FROM c4i.outbox ORDER BY xid, sequence"))
                .containsExactly("1", "2");
        assertThat(destinations()).containsExactly("{BRAVO}", "{BRAVO}");
    }

    @Test
    void repeatsThePastOnceForASubscriberThatLooksBack() throws SQLException {
        subscribe("BRAVO", "*");
        publish(REPORT, "old");
        publish(ORDER, "other topic");
        routing.route();
        publish(REPORT, "for nobody else");
        routing.route();
        database.execute("SELECT c4i.publish('" + REPORT + "', 3, 'expired', now() - interval '1 s')");
        routing.route();

        lookBack("CHARLIE", REPORT);
        lookBack("BRAVO", "*");
        copyAll();

        assertThat(database.column("SELECT convert_from(o.payload, 'UTF8') FROM c4i.outbox AS o"
                        + " WHERE 'CHARLIE' = ANY (o.destinations) ORDER BY o.sequence"))
                .containsExactly("old", "for nobody else");
        assertThat(database.number("SELECT count(*) FROM c4i.outbox AS o JOIN c4i.outbox AS f ON f.sequence ="
                        + " o.published_as AND f.created_at = o.created_at WHERE o.sequence <> f.sequence"))
                .isEqualTo(2);
        assertThat(database.number("SELECT count(*) FROM c4i.outbox WHERE 'BRAVO' = ANY (destinations)"))
                .isEqualTo(4);
        subscribe("CHARLIE", ORDER);
        lookBack("CHARLIE", REPORT);
        copyAll();
        assertThat(database.number("SELECT count(*) FROM c4i.outbox WHERE 'CHARLIE' = ANY (destinations)"))
                .isEqualTo(2);
        assertBalanced();
    }

    /** The publisher's transaction is open while the subscription is recorded: routed later, and not repeated. */
    @Test
    void missesNothingOfATransactionThatIsOpenWhileASubscriberComes() throws SQLException {
        subscribe("BRAVO", "*");
        try (Connection app = database.app();
                Statement statement = app.createStatement()) {
            app.setAutoCommit(false);
            statement.execute("SELECT c4i.publish('" + REPORT + "', 3, 'open')");
            publish(REPORT, "newer");
            routing.route();
            lookBack("CHARLIE", REPORT);
            app.commit();
        }
        copyAll();
        routing.route();
        copyAll();

        assertThat(database.column("SELECT convert_from(payload, 'UTF8') || ' ' || count(*) FROM c4i.outbox"
                        + " WHERE 'CHARLIE' = ANY (destinations) GROUP BY payload ORDER BY 1"))
                .containsExactly("newer 1", "open 1");
    }

    @Test
    void keepsRowsForASubscriberThatAnOperatorEnters() throws SQLException {
        database.execute("SELECT c4i.add_subscriber('DELTA', '" + REPORT + "')");
        publish(REPORT, "x");
        routing.route();
        assertThat(destinations()).containsExactly("{DELTA}");

        subscribe("DELTA", ORDER);
        publish(REPORT, "y");
        routing.route();
        assertThat(destinations()).containsExactly("{DELTA}");
        assertThat(states()).containsExactly("routed", "unclaimed");
    }

    @Test
    void givesARetiredSubscriberNothingMore() throws SQLException {
        subscribe("BRAVO", "*");
        subscribe("CHARLIE", "*");
        publish(REPORT, "before");
        routing.route();
        long byName = database.submit(3, "by name", "BRAVO");

        assertThat(database.number("SELECT c4i.retire_subscriber('BRAVO', 'kim', 'gone')"))
                .isEqualTo(1);
        subscribe("BRAVO", "*", REPORT);
        publish(REPORT, "after");
        routing.route();

        assertThat(database.column("SELECT state || ' ' || coalesce(code || ' ' || detail, '') FROM c4i.delivery_status"
                        + " WHERE destination = 'BRAVO' ORDER BY sequence"))
                .containsExactly("rejected GW-316 retired by kim: gone", "pending ");
        assertThat(destinations()).contains("{CHARLIE}");
        assertThat(database.number("SELECT count(*) FROM c4i.delivery WHERE sequence = " + byName))
                .isZero();
        assertBalanced();

        assertThatThrownBy(() -> database.execute("SELECT c4i.add_subscriber('BRAVO', 'Z*')"))
                .hasMessageContaining("BRAVO is retired");
        database.execute("SELECT c4i.restore_subscriber('BRAVO')");
        publish(REPORT, "again");
        routing.route();
        assertThat(destinations().getLast()).isEqualTo("{BRAVO,CHARLIE}");
        assertThatThrownBy(() -> database.execute("SELECT c4i.retire_subscriber('ZULU', 'kim', 'x')"))
                .hasMessageContaining("there is no subscriber ZULU");
    }

    @Test
    void movesNothingWhenAnotherNodeHasTakenOver() throws SQLException {
        publish(REPORT, "x");
        PublicationRouting late = new PublicationRouting(database.bridgePool(), () -> 7);

        assertThatThrownBy(late::route).isInstanceOf(GatewayException.class);

        assertThat(states()).containsExactly("waiting");
    }

    @Test
    void takesANodeOfAnOlderReleaseAsASubscriberOfAllItsTopics() throws SQLException {
        register.record("dds", announcement("BRAVO", Subscriptions.NOT_TOLD, CATALOGUE.digests()));
        register.record("dds", announcement("CHARLIE", Subscriptions.NOT_TOLD, Map.of(ORDER, 1)));

        publish(ORDER, "x");
        publish(REPORT, "x");
        routing.route();

        assertThat(destinations()).containsExactly("{BRAVO,CHARLIE}", "{BRAVO}");
    }

    /** The database routes by patterns, nodes make readers by them. */
    @Test
    void understandsPatternsAsNodesDo() throws SQLException {
        for (String pattern : List.of(
                "*",
                "class:ORDER",
                "class:NONE",
                ORDER,
                ORDER.substring(0, 2) + "*",
                "*" + ORDER.substring(1),
                "*0*1*",
                "x.y",
                "***",
                "_*",
                "A.*")) {
            TopicSubscription subscription = new TopicSubscription(pattern, Duration.ZERO);
            assertThat(database.column("SELECT topic_id FROM c4i.topic_class WHERE c4i.wants('" + pattern
                            + "', topic_id) ORDER BY topic_id COLLATE \"C\""))
                    .as(pattern)
                    .isEqualTo(CATALOGUE.topics().stream()
                            .filter(subscription::covers)
                            .map(Topic::id)
                            .sorted()
                            .toList());
        }
    }

    @Test
    void refusesToSubmitToNobody() {
        assertThatThrownBy(() -> database.submit(3, "x", "NOBODY")).hasMessageContaining("NOBODY");
    }

    private static String ofClass(TrafficClass trafficClass) {
        return CATALOGUE.topics().stream()
                .filter(topic -> topic.trafficClass() == trafficClass)
                .map(Topic::id)
                .findFirst()
                .orElseThrow();
    }

    private void subscribe(String system, String... patterns) {
        register.record("jms", announcement(system, wanted(Duration.ZERO, patterns), CATALOGUE.digests()));
    }

    private void lookBack(String system, String... patterns) {
        register.record("jms", announcement(system, wanted(DAY, patterns), CATALOGUE.digests()));
    }

    private static Subscriptions wanted(Duration lookBack, String... patterns) {
        return new Subscriptions(List.of(patterns).stream()
                .map(pattern -> new TopicSubscription(pattern, lookBack))
                .toList());
    }

    private static NodeAnnouncement announcement(String system, Subscriptions wanted, Map<String, Integer> topics) {
        Introduction introduction = Introduction.NONE.subscribedTo(wanted);
        return new NodeAnnouncement(new SystemName(system), 1, CATALOGUE.contentHash(), topics, introduction);
    }

    private void copyAll() {
        int copied = routing.copyLookBack();
        while (copied > 0) {
            copied = routing.copyLookBack();
        }
    }

    private long publish(String topic, String payload) throws SQLException {
        return database.number("SELECT c4i.publish('" + topic + "', 3, '" + payload + "')");
    }

    private static Fetched read(JdbcOutbox outbox, ReadPosition after) {
        return outbox.fetch(List.of(
                        new FetchRequest(Set.of(new SystemName("BRAVO")), Precedence.ROUTINE, after, 100, 1 << 20)))
                .getFirst();
    }

    private List<String> destinations() throws SQLException {
        return database.column(
                "SELECT destinations::text FROM c4i.outbox WHERE published_as = sequence" + " ORDER BY sequence");
    }

    private List<String> states() throws SQLException {
        return database.column("SELECT state FROM c4i.publication_status ORDER BY sequence");
    }

    private void assertBalanced() {
        assertThat(new LedgerReader(database.bridgePool()).snapshot().balanced())
                .isTrue();
    }
}
