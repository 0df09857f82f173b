package org.c4igateway.dbbridge.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.publish.PublicationThread.Pace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the thread that routes does in its turns, and what wakes it. */
class PublicationTurnTest extends RoutingThreadFixture {
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final SystemName CHARLIE = new SystemName("CHARLIE");
    /** Topics, routing, what is looked back to, what nobody wants. */
    private static final int FIRST_TURN = 4;

    @AfterEach
    void endsWithoutFault() {
        assertThat(faults).isEmpty();
    }

    @Test
    void recordsInTheNextTurnWhatIsAnnouncedDuringOne() throws SQLException {
        destinations.addAll(List.of(BRAVO, CHARLIE));
        try (PublicationThread thread = thread()) {
            onJoin = () -> {
                onJoin = () -> {};
                announce(thread, "CHARLIE", Duration.ZERO);
            };
            startAndFinishATurn(thread);
            announce(thread, "BRAVO", Duration.ZERO);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(subscribers()).containsExactly("BRAVO", "CHARLIE"));
        }
    }

    @Test
    void recordsInTheNextTurnWhatCountsSinceTheLastOne() throws SQLException {
        destinations.add(BRAVO);
        try (PublicationThread thread = thread()) {
            announce(thread, "CHARLIE", Duration.ZERO);
            onJoin = () -> {
                onJoin = () -> {};
                destinations.add(CHARLIE);
                thread.reconsider(CHARLIE);
            };
            startAndFinishATurn(thread);
            announce(thread, "BRAVO", Duration.ZERO);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(subscribers()).containsExactly("BRAVO", "CHARLIE"));
        }
        assertThat(joined).containsExactly(BRAVO, CHARLIE);
    }

    /** The register would otherwise tell of a subscriber to which nothing is sent. */
    @Test
    void makesASystemADestinationBeforeItRecordsIt() {
        List<String> recorded = new CopyOnWriteArrayList<>();
        destinations.add(BRAVO);
        try (PublicationThread thread = thread()) {
            beforeRegister = () -> recorded.add(joined + " " + subscribers());
            announce(thread, "BRAVO", Duration.ZERO);
            startAndFinishATurn(thread);

            makeTurns(3);
        }
        assertThat(recorded).as("once: topics, and the subscriber").containsExactly("[] []", "[BRAVO] []");
    }

    @Test
    void copiesALongPastStepByStepForASubscriberThatComes() throws SQLException {
        subscribe("BRAVO", "*");
        database.execute("SELECT c4i.publish('" + REPORT + "', 3, 'x') FROM generate_series(1, 600)");
        int routed = routing.route();
        while (routed > 0) {
            routed = routing.route();
        }
        destinations.add(CHARLIE);
        try (PublicationThread thread = thread()) {
            startAndFinishATurn(thread);
            announce(thread, "CHARLIE", DAY);

            await().atMost(PATIENCE)
                    .until(() ->
                            database.number("SELECT count(*) FROM c4i.outbox WHERE destinations = '{CHARLIE}'") == 600);
        }
        assertBalanced();
    }

    @Test
    void tellsItsSignalOnlyWhenThereWereMessages() throws SQLException {
        subscribe("BRAVO", "*");
        try (PublicationThread thread = thread()) {
            startAndFinishATurn(thread);
            assertThat(signal.timesRowsWereSeen()).isZero();

            publish(REPORT, "x");
            signal.wake();

            await().atMost(PATIENCE).until(() -> signal.timesRowsWereSeen() > 0);
            assertThat(destinations()).containsExactly("{BRAVO}");
        }
        assertThat(signal.timesRowsWereSeen()).isEqualTo(1);
    }

    @Test
    void endsWhatHasExpiredBeforeAnybodySubscribed() throws SQLException {
        database.execute("SELECT c4i.publish('" + REPORT + "', 3, 'x', now() - interval '1 s')");
        try (PublicationThread thread = thread()) {
            thread.start();

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(database.column("SELECT state FROM c4i.delivery"))
                            .containsExactly("expired"));
        }
        assertThat(warnings())
                .singleElement()
                .asString()
                .startsWith("1 published")
                .contains("expired", "GW-304");
    }

    @Test
    void saysOnceHowManyMessagesNobodyWanted() throws SQLException {
        publish(REPORT, "x");
        publish(ORDER, "y");
        try (PublicationThread thread = thread(new Pace(NO_PATIENCE, NEVER, NEVER))) {
            thread.start();
            // The second turn finds nothing more.
            await().atMost(PATIENCE).until(() -> calls.get() >= 2 * FIRST_TURN - 1);
        }

        assertThat(states()).hasSize(2);
        assertThat(warnings())
                .singleElement()
                .asString()
                .startsWith("2 published messages ended because nobody subscribed within PT0S ");
    }

    /** A tidying turn asks twice more. */
    @Test
    void tidiesOnceASecondHoweverOftenItIsWoken() {
        int woken = 50;
        long began = System.nanoTime();
        try (PublicationThread thread = thread()) {
            startAndFinishATurn(thread);
            makeTurns(woken);
        }
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();

        assertThat((long) calls.get()).isLessThanOrEqualTo(FIRST_TURN + woken + 2 * seconds);
    }

    /** Two turns come of each wake: one finds the message, one finds none. */
    @Test
    void pollsByItselfForAWhileAfterAMessage() {
        AtomicInteger published = new AtomicInteger();
        try (PublicationThread thread = thread(new Pace(DAY, Duration.ofMillis(2), NEVER))) {
            startAndFinishATurn(thread);

            await().atMost(PATIENCE).until(() -> {
                publish(REPORT, "x");
                signal.wake();
                return turns.get() > 10 + 3 * published.incrementAndGet();
            });
        }
    }

    @Test
    void waitsAtOnceAfterAMessageWhileItsSignalTellsOfEach() throws SQLException {
        subscribe("BRAVO", "*");
        signal.tellOfEachCommit();
        try (PublicationThread thread = thread(new Pace(DAY, Duration.ofMillis(2), NEVER))) {
            startAndFinishATurn(thread);
            publish(REPORT, "x");
            signal.wake();
            await().atMost(PATIENCE).until(() -> destinations().equals(List.of("{BRAVO}")));
            int before = turns.get();

            await().atMost(PATIENCE).during(Duration.ofMillis(100)).until(() -> turns.get() - before <= 3);
        }
    }

    /** Now it waits, and what comes is for its next turn. */
    private void startAndFinishATurn(PublicationThread thread) {
        thread.start();
        await().atMost(PATIENCE).until(() -> calls.get() >= FIRST_TURN);
    }
}
