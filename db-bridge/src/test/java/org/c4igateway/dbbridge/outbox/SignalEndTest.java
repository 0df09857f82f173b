package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** How the thread of the signal ends, what its supervision shows, and what it does without a database. */
class SignalEndTest extends SignalFixture {
    /** Longer than any turn may take. */
    private static final Duration HANG = Duration.ofHours(1);

    private static final String SESSIONS = "SELECT count(*) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND application_name = 'c4i-signal'";

    private final AtomicReference<Thread> worker = new AtomicReference<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @Test
    void endsItsThreadAndItsSessionWhenItIsClosed() throws SQLException {
        NotifySignal signal = signal();
        signal.listen(() -> worker.set(Thread.currentThread()));
        signal.start();
        await().atMost(PATIENCE).until(() -> worker.get() != null);
        assertThat(loopStates()).extracting(LoopState::name).containsExactly("outbox signal");
        database.submit(3, "m", "B");
        await().atMost(PATIENCE).until(signal::tellsEachCommit);

        signal.close();

        assertThat(signal.tellsEachCommit()).isFalse();
        assertThat(worker.get().isAlive()).isFalse();
        assertThat(loopStates()).isEmpty();
        await().atMost(PATIENCE).until(() -> database.number(SESSIONS) == 0);
    }

    @Test
    void isClosedWithoutHavingStarted() {
        NotifySignal signal = signal();

        signal.close();

        assertThat(loopStates()).isEmpty();
    }

    @Test
    void keepsTheInterruptOfWhoClosesIt() throws InterruptedException {
        NotifySignal signal = signal();
        signal.listen(() -> {
            worker.set(Thread.currentThread());
            Throwable interrupted = catchThrowable(() -> release.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
            assertThat(interrupted).isNull();
        });
        signal.start();
        await().atMost(PATIENCE).until(() -> worker.get() != null);

        Thread.currentThread().interrupt();
        signal.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(worker.get().isAlive()).isTrue();
        release.countDown();
        assertThat(worker.get().join(PATIENCE)).isTrue();
    }

    @Test
    void endsWhenItsThreadIsInterrupted() throws InterruptedException {
        try (NotifySignal signal = signal()) {
            signal.listen(() -> {
                worker.set(Thread.currentThread());
                Thread.currentThread().interrupt();
            });
            signal.start();

            seeRowsUntil(signal, () -> worker.get() != null && !worker.get().isAlive());

            assertThat(loopStates()).isEmpty();
        }
    }

    @Test
    void isAliveWhileItHasNotStarted() {
        try (NotifySignal _ = signal()) {
            nanos.addAndGet(HANG.toNanos());

            assertThat(loopStates()).singleElement().returns(true, LoopState::alive);
        }
    }

    /** A database that is away is no reason to restart the node, nor to ask without a pause or to fill the log. */
    @Test
    void asksAgainAfterAPauseAndSaysItOnceWhileTheDatabaseIsAway() throws IOException {
        Logger logger = (Logger) LoggerFactory.getLogger(NotifySignal.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        logger.addAppender(log);
        AtomicInteger attempts = new AtomicInteger();
        try (ServerSocket refusing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                NotifySignal signal = new NotifySignal(at(refusing), SignalChannel.OUTBOX, loops)) {
            Thread.ofVirtual().start(() -> {
                while (!refusing.isClosed()) {
                    try (Socket _ = refusing.accept()) {
                        attempts.incrementAndGet();
                    } catch (IOException e) {
                        return;
                    }
                }
            });
            long began = System.nanoTime();
            signal.start();

            await().atMost(PATIENCE).until(() -> attempts.get() >= 5);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            awaitTurns(2, () -> {});

            assertThat(took).as("four pauses").isGreaterThanOrEqualTo(Duration.ofSeconds(1));
            assertThat(log.list.stream()
                            .filter(event -> event.getLevel() == Level.WARN)
                            .map(ILoggingEvent::getFormattedMessage))
                    .singleElement()
                    .asString()
                    .startsWith("No notifications of c4i_outbox; the node finds rows by polling: ");
        } finally {
            logger.detachAppender(log);
        }
    }

    private static Connections at(ServerSocket socket) {
        return new Connections(new DatabaseSettings(
                "jdbc:postgresql://127.0.0.1:" + socket.getLocalPort() + "/c4i?sslmode=disable", "bridge", "", 2));
    }
}
