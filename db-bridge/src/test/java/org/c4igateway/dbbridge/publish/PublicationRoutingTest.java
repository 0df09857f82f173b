package org.c4igateway.dbbridge.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
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
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.TopicSubscription;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.c4igateway.dbbridge.outbox.JdbcOutbox;
import org.c4igateway.topics.Topic;
import org.junit.jupiter.api.Test;

class PublicationRoutingTest extends PublicationFixture {
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

    private static Fetched read(JdbcOutbox outbox, ReadPosition after) {
        return outbox.fetch(List.of(
                        new FetchRequest(Set.of(new SystemName("BRAVO")), Precedence.ROUTINE, after, 100, 1 << 20)))
                .getFirst();
    }
}
