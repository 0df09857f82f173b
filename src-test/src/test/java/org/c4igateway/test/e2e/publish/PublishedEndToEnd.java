package org.c4igateway.test.e2e.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.fault.KillPoint;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.HeldTransaction;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ALPHA publishes reaches each subscriber, whichever node is killed meanwhile; the same over every middleware. */
@Tag("slow")
abstract class PublishedEndToEnd extends MeshFixture {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String REQUEST = ofClass(TrafficClass.REQUEST);
    private static final String ORDER = ofClass(TrafficClass.ORDER);
    private static final String REPORT = ofClass(TrafficClass.REPORT);
    private static final String[] PUBLISHER = {"--c4i.unclaimed-timeout=2s", "--c4i.flow.fetch-rows=40"};
    private static final String[] REQUESTS = {"--c4i.subscriptions.wanted[0].pattern=class:REQUEST"};
    private static final String[] ORDERS = {"--c4i.subscriptions.wanted[0].pattern=" + ORDER};
    private static final String[] ORDERS_AND_PAST_REQUESTS = {
        ORDERS[0],
        "--c4i.subscriptions.wanted[1].pattern=" + REQUEST.substring(0, 3) + "*",
        "--c4i.subscriptions.wanted[1].from=24h"
    };

    private final TestMesh testMesh;
    private int batches;

    PublishedEndToEnd(Middleware carrier, PostgresServer server) {
        testMesh = logs.show(new TestMesh("published-" + carrier.label())
                .system("ALPHA", server, Map.of("BRAVO", carrier, "CHARLIE", carrier))
                .system("BRAVO", server, Map.of("ALPHA", carrier))
                .system("CHARLIE", server, Map.of("ALPHA", carrier))
                .build());
    }

    @BeforeAll
    void startNodes() {
        testMesh.node("ALPHA").start(PUBLISHER);
        testMesh.node("BRAVO").start(REQUESTS);
        testMesh.node("CHARLIE").start(ORDERS);
        testMesh.node("ALPHA").awaitReaches("BRAVO", "CHARLIE");
        awaitSubscribers("BRAVO class:REQUEST", "CHARLIE " + ORDER);
    }

    @Test
    void sendsEachTopicToItsSubscribersAndEndsTheRestByName() throws SQLException {
        List<String> requests = publish(REQUEST, 60);
        List<String> orders = publish(ORDER, 60);
        List<String> reports = publish(REPORT, 5);
        awaitSettled();

        assertThat(labels("BRAVO")).containsAll(requests).doesNotContainAnyElementsOf(orders);
        assertThat(labels("CHARLIE")).containsAll(orders).doesNotContainAnyElementsOf(requests);
        assertThat(states(reports)).containsExactly("NOBODY rejected GW-314 5");
        assertThat(states(requests)).containsExactly("BRAVO delivered  60");
        assertAccounted();
    }

    @Test
    void refusesARowThatNamesADestinationThatDoesNotSubscribe() throws SQLException {
        long sequence = testMesh.server("ALPHA").submit(Samples.reliable().withTopic(REPORT), "BRAVO");
        testMesh.awaitSettled("ALPHA");

        assertThat(testMesh.server("ALPHA").outcome(sequence, "BRAVO"))
                .containsExactly("rejected", "GW-315", "BRAVO does not subscribe to " + REPORT);
    }

    @Test
    void keepsTheClaimOfASubscriberThatIsAway() throws SQLException {
        testMesh.node("BRAVO").kill();
        List<String> requests = publish(REQUEST, 60);
        await("routed").atMost(PATIENCE).until(() -> states(requests).equals(List.of("BRAVO pending  60")));

        testMesh.node("BRAVO").start(REQUESTS);
        awaitSettled();

        assertThat(labels("BRAVO")).containsAll(requests);
        assertAccounted();
    }

    @Test
    void givesASubscriberThePastThatItLooksBackToOnce() throws SQLException {
        List<String> requests = publish(REQUEST, 60);
        awaitSettled();
        testMesh.node("CHARLIE").kill();
        testMesh.node("CHARLIE").start(ORDERS_AND_PAST_REQUESTS);
        await("the past").atMost(PATIENCE).until(() -> labels("CHARLIE").containsAll(requests));
        testMesh.node("CHARLIE").kill();
        testMesh.node("CHARLIE").start(ORDERS_AND_PAST_REQUESTS);
        testMesh.node("ALPHA").awaitReaches("CHARLIE");
        List<String> more = publish(REQUEST, 5);
        await("the present").atMost(PATIENCE).until(() -> labels("CHARLIE").containsAll(more));
        awaitSettled();
        assertAccounted();

        testMesh.node("CHARLIE").kill();
        testMesh.node("CHARLIE").start(ORDERS);
        awaitSubscribers("BRAVO class:REQUEST", "CHARLIE " + ORDER);
    }

    @Test
    void losesAndDoublesNothingWhenThePublisherDiesWhileItRoutes() throws SQLException {
        testMesh.node("ALPHA").kill();
        try (HeldTransaction held = new HeldTransaction(testMesh.server("ALPHA").database(), "c4i.outbox", 30)) {
            List<String> requests = publish(REQUEST, 60);
            testMesh.node("ALPHA").start(PUBLISHER);
            held.awaitHeld();
            testMesh.node("ALPHA").kill();
            assertThat(states(requests)).isEmpty();
        }
        testMesh.node("ALPHA").start(PUBLISHER);
        awaitSettled();
        assertAccounted();
    }

    @Test
    void losesAndDoublesNothingWhenThePublisherDiesBetweenRoutingAndReceipt(@TempDir Path directory)
            throws SQLException, IOException {
        for (KillPoint point : List.of(KillPoint.CLAIMED, KillPoint.SENT, KillPoint.RECEIPT_TAKEN)) {
            testMesh.node("ALPHA").kill();
            List<String> requests = publish(REQUEST, 100);
            Path marker = directory.resolve(point.name());
            testMesh.node("ALPHA").start(PUBLISHER[0], PUBLISHER[1], "--fault-point=" + point + ":1:" + marker);
            await("node at " + point).atMost(Duration.ofSeconds(90)).until(() -> Files.exists(marker));
            testMesh.node("ALPHA").kill();
            Files.delete(marker);
            testMesh.node("ALPHA").start(PUBLISHER);
            awaitSettled();
            assertThat(states(requests)).as("%s", point).containsExactly("BRAVO delivered  100");
            assertAccounted();
        }
    }

    @Test
    void givesARetiredSubscriberNothingMoreUntilItIsRestored() throws SQLException {
        testMesh.node("BRAVO").kill();
        List<String> before = publish(REQUEST, 20);
        await("routed").atMost(PATIENCE).until(() -> states(before).equals(List.of("BRAVO pending  20")));
        CommandLineRun retired = subscribers("retire", "BRAVO", "--reason", "moved");
        assertThat(retired.output()).contains("BRAVO is retired; 20 rows");
        assertThat(retired.status()).isZero();

        testMesh.node("BRAVO").start(REQUESTS);
        testMesh.node("ALPHA").awaitReaches("BRAVO");
        List<String> meanwhile = publish(REQUEST, 20);
        awaitSettled();
        assertThat(states(before)).containsExactly("BRAVO rejected GW-316 20");
        assertThat(states(meanwhile)).containsExactly("NOBODY rejected GW-314 20");
        assertThat(labels("BRAVO")).doesNotContainAnyElementsOf(before).doesNotContainAnyElementsOf(meanwhile);
        assertThat(subscribers("list").output()).contains("retired by").contains(": moved");

        assertThat(subscribers("restore", "BRAVO").status()).isZero();
        List<String> after = publish(REQUEST, 20);
        awaitSettled();
        assertThat(labels("BRAVO")).containsAll(after);
        assertAccounted();
    }

    private static String ofClass(TrafficClass trafficClass) {
        return Samples.catalogue().topics().stream()
                .filter(topic -> topic.trafficClass() == trafficClass)
                .map(Topic::id)
                .findFirst()
                .orElseThrow();
    }

    /** @return the labels, each of one message */
    private List<String> publish(String topic, int count) throws SQLException {
        batches++;
        String prefix = topic + "." + batches + ".";
        testMesh.server("ALPHA")
                .database()
                .execute("SELECT c4i.publish_text('%s', n %% 4, E'MSGID/HELQUEST/9 SF BDE//\\n', NULL, '%s' || n)"
                                .formatted(topic, prefix)
                        + " FROM generate_series(1, " + count + ") AS n");
        return IntStream.rangeClosed(1, count).mapToObj(n -> prefix + n).toList();
    }

    private void awaitSettled() {
        await("nothing published waits")
                .atMost(PATIENCE)
                .until(() -> testMesh.server("ALPHA").database().number("SELECT count(*) FROM c4i.publication") == 0);
        testMesh.awaitSettled("ALPHA");
    }

    private void awaitSubscribers(String... expected) {
        await("subscribers")
                .atMost(PATIENCE)
                .until(() -> testMesh.server("ALPHA")
                        .database()
                        .column("SELECT system || ' ' || pattern FROM c4i.subscriber ORDER BY 1")
                        .equals(List.of(expected)));
    }

    /** @return destination, state, code and number of the messages with these labels */
    private List<String> states(List<String> labels) throws SQLException {
        String prefix = labels.getFirst().substring(0, labels.getFirst().lastIndexOf('.') + 1);
        return testMesh.server("ALPHA")
                .database()
                .column("SELECT concat_ws(' ', s.destination, s.state, coalesce(s.code, ''), count(*))"
                        + " FROM c4i.delivery_status AS s JOIN c4i.outbox AS o ON o.sequence = s.sequence"
                        + " WHERE o.label LIKE '" + prefix + "%' AND o.published_as = o.sequence"
                        + " GROUP BY s.destination, s.state, s.code ORDER BY 1");
    }

    private List<String> labels(String system) throws SQLException {
        return testMesh.server(system).database().column("SELECT label FROM c4i.received");
    }

    private CommandLineRun subscribers(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "subscribers";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return CommandLineRun.of(testMesh.server("ALPHA").database().console(), command);
    }

    /** Nothing arrived twice, what is delivered has arrived, and the ledgers agree with their rows. */
    private void assertAccounted() throws SQLException {
        for (String system : List.of("BRAVO", "CHARLIE")) {
            List<String> received = labels(system);
            assertThat(received).as(system).doesNotHaveDuplicates();
            assertThat(new TreeSet<>(received))
                    .as(system)
                    .containsAll(testMesh.server("ALPHA")
                            .database()
                            .column("SELECT o.label FROM c4i.outbox AS o JOIN c4i.delivery AS v USING (sequence)"
                                    + " WHERE v.state = 'delivered' AND v.destination = '" + system + "'"));
            testMesh.assertBalanced(system);
        }
        testMesh.assertBalanced("ALPHA");
    }
}
