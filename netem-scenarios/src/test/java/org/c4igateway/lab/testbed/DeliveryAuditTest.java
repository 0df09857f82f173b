package org.c4igateway.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The audit has to see every kind of fault, or the demonstration proves nothing. */
@TestInstance(Lifecycle.PER_CLASS)
class DeliveryAuditTest {
    /** A015 is an ALERT, hence reliable; J071 (tracks) is PERIODIC, hence best effort. */
    private static final String RELIABLE = "A015";

    private static final String BEST_EFFORT = "J071";

    @SuppressWarnings("NullAway.Init") // set before all tests
    private DatabaseServer server;

    @SuppressWarnings("NullAway.Init") // set before each test
    private InterfaceDatabase origin;

    @SuppressWarnings("NullAway.Init") // set before each test
    private InterfaceDatabase destination;

    private int pairs;

    @BeforeAll
    void startServer(@TempDir Path data) throws IOException {
        server = DatabaseServer.start(data, Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg"));
    }

    @AfterAll
    void stopServer() throws IOException {
        server.close();
    }

    @BeforeEach
    void createDatabases() throws SQLException {
        pairs++;
        origin = server.create("A" + pairs);
        destination = server.create("B" + pairs);
        submit(RELIABLE, "one");
        submit(RELIABLE, "two");
        submit(BEST_EFFORT, "three");
    }

    @Test
    void isCleanWhenEverythingArrivedOnceUnchangedAndInOrder() throws SQLException {
        receive(1, RELIABLE, "one");
        receive(2, RELIABLE, "two");

        AuditResult result = audit(0);

        assertThat(result.clean()).isTrue();
        assertThat(result.reliable()).isEqualTo(2);
        assertThat(result.delivered()).isEqualTo(2);
        assertThat(result.bestEffortSent()).isEqualTo(1);
        assertThat(result.bestEffortReceived()).isZero();
        assertThat(result.latency().getTotalCount()).isEqualTo(2);
    }

    @Test
    void seesALostMessage() throws SQLException {
        receive(1, RELIABLE, "one");

        assertThat(audit(0).clean()).isFalse();
        assertThat(audit(0).faultCount().lost()).isEqualTo(1);
        assertThat(audit(0).faults()).singleElement().asString().contains("message 2");
    }

    @Test
    void seesADoubledMessage() throws SQLException {
        receive(1, RELIABLE, "one");
        receive(2, RELIABLE, "two");
        receive(2, RELIABLE, "two");

        assertThat(audit(0).faultCount().doubled()).isEqualTo(1);
        assertThat(audit(0).clean()).isFalse();
    }

    @Test
    void seesAnAlteredMessage() throws SQLException {
        receive(1, RELIABLE, "one");
        receive(2, RELIABLE, "TWO");

        assertThat(audit(0).faultCount().altered()).isEqualTo(1);
        assertThat(audit(0).clean()).isFalse();
    }

    @Test
    void seesMessagesOutOfOrder() throws SQLException {
        receive(2, RELIABLE, "two");
        receive(1, RELIABLE, "one");

        assertThat(audit(0).faultCount().outOfOrder()).isEqualTo(1);
        assertThat(audit(0).clean()).isFalse();
    }

    @Test
    void seesAMessageThatNobodySubmitted() throws SQLException {
        receive(1, RELIABLE, "one");
        receive(2, RELIABLE, "two");
        receive(99, RELIABLE, "ghost");

        assertThat(audit(0).faultCount().unknown()).isEqualTo(1);
        assertThat(audit(0).clean()).isFalse();
    }

    @Test
    void looksOnlyAtWhatCameAfterTheGivenSequence() throws SQLException {
        receive(2, RELIABLE, "two");

        assertThat(audit(1).clean()).isTrue();
        assertThat(audit(1).reliable()).isEqualTo(1);
    }

    private AuditResult audit(long after) throws SQLException {
        return new DeliveryAudit(TopicCatalogue.reference()).compare(origin, destination, after, Instant.EPOCH);
    }

    private void submit(String topic, String payload) throws SQLException {
        execute(
                origin,
                "select c4i.submit_text('" + topic + "', 3, array['" + destination.system() + "'], '" + payload + "')");
    }

    private void receive(long sequence, String topic, String payload) throws SQLException {
        execute(
                destination,
                "insert into c4i.inbox (received_id, received_at, origin_system, origin_sequence, topic_id, precedence,"
                        + " destinations, created_at, label, subject, payload) values (nextval('c4i.inbox_sequence'), now(), '"
                        + origin.system() + "', " + sequence + ", '" + topic + "', 3, array['X'], now(), '', '', '"
                        + payload
                        + "')");
    }

    private static void execute(InterfaceDatabase database, String sql) throws SQLException {
        try (Connection connection = database.openOwner();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
