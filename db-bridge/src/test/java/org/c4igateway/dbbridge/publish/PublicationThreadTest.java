package org.c4igateway.dbbridge.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.outbox.NotifySignal;
import org.c4igateway.dbbridge.outbox.SignalChannel;
import org.c4igateway.dbbridge.publish.PublicationThread.Admission;
import org.c4igateway.dbbridge.publish.PublicationThread.Announced;
import org.c4igateway.dbbridge.publish.PublicationThread.Pace;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class PublicationThreadTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration FAST = Duration.ofMillis(2);
    private static final Duration DAY = Duration.ofDays(1);
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    private final AtomicBoolean configured = new AtomicBoolean();
    private final Admission admission = new Admission() {
        @Override
        public boolean isRecorded(Announced told) {
            return configured.get();
        }

        @Override
        public void join(Announced told) {}
    };

    private final AtomicInteger calls = new AtomicInteger();
    private final List<GatewayException> faults = new CopyOnWriteArrayList<>();
    private final Loops loops =
            new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, fault -> {});
    private TestDatabase database;
    private NotifySignal signal;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.signal = new NotifySignal(database.bridgeConnections(), SignalChannel.PUBLICATIONS, loops);
        signal.start();
    }

    @AfterEach
    void close() {
        signal.close();
        assertThat(faults).isEmpty();
    }

    /** A few calls to begin with, and then six a second: twenty take two seconds, however slow the machine is. */
    @Test
    void asksTheDatabaseRarelyWhileNothingIsPublished() {
        long began = System.nanoTime();
        try (PublicationThread thread = thread(Duration.ofMillis(250))) {
            thread.start();
            await().atMost(PATIENCE).until(() -> calls.get() >= 20);
        }

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofSeconds(2));
    }

    @Test
    void routesByItsSignalAndNotByPolling() throws SQLException {
        try (PublicationThread thread = thread(DAY)) {
            thread.start();
            await().atMost(PATIENCE).until(() -> database.number("SELECT count(*) FROM c4i.topic_class") > 0);
            for (int i = 1; i <= 3; i++) {
                int sent = i;
                database.execute("SELECT c4i.publish_text('J3.2', 3, 'x')");
                await("message " + i)
                        .atMost(PATIENCE)
                        .until(() -> database.number("SELECT count(*) FROM c4i.publication WHERE aside") == sent);
            }
            database.execute("SELECT c4i.add_subscriber('BRAVO', '*')");
            await("routed").atMost(PATIENCE).until(() -> database.number("SELECT count(*) FROM c4i.outbox") == 3);
        }
    }

    /** A peer announces itself once; an operator may name it as a destination later. */
    @Test
    void recordsWhatASystemAnnouncedBeforeItBecameADestination() {
        SystemName golf = new SystemName("GOLF");
        try (PublicationThread thread = thread(DAY)) {
            thread.start();
            thread.announced(
                    "dds",
                    PublicationFixture.announcement(
                            "GOLF", PublicationFixture.wanted(Duration.ZERO, "*"), CATALOGUE.digests()));
            thread.reconsider(golf);
            configured.set(true);
            thread.reconsider(golf);

            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(database.column("SELECT system || ' ' || pattern FROM c4i.subscriber"))
                                    .containsExactly("GOLF *"));
        }
    }

    /** What was published while the node was down: peers have not announced themselves yet. */
    @Test
    void endsNothingBeforeItHasListenedForAsLong() throws SQLException {
        database.execute("SELECT c4i.publish_text('J3.2', 3, 'x')");
        database.execute("UPDATE c4i.publication SET created_at = now() - interval '1 h',"
                + " aside_since = now() - interval '1 h', aside = true");
        try (PublicationThread thread = thread(Duration.ofMillis(250), Duration.ofMinutes(1))) {
            thread.start();
            await().atMost(PATIENCE).until(() -> calls.get() >= 20);
        }

        assertThat(database.number("SELECT count(*) FROM c4i.publication WHERE aside"))
                .isEqualTo(1);
    }

    private PublicationThread thread(Duration idlePoll) {
        return thread(idlePoll, DAY);
    }

    private PublicationThread thread(Duration idlePoll, Duration unclaimedTimeout) {
        DataSource counted = counted();
        return new PublicationThread(
                new SubscriberRegister(counted, () -> 0, CATALOGUE),
                new PublicationRouting(counted, () -> 0),
                new Pace(unclaimedTimeout, FAST, idlePoll),
                signal,
                admission,
                loops,
                faults::add);
    }

    /** Each call of the thread takes one connection for one statement. */
    private DataSource counted() {
        DataSource pool = database.bridgePool();
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    calls.incrementAndGet();
                    return method.invoke(pool, arguments);
                });
    }
}
