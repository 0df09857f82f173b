package org.c4igateway.dbbridge.publish;

import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.publish.PublicationThread.Admission;
import org.c4igateway.dbbridge.publish.PublicationThread.Announced;
import org.c4igateway.dbbridge.publish.PublicationThread.Pace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.slf4j.LoggerFactory;

/** A thread that routes, which does not poll within a test: what it does not do when it is woken, it never does. */
abstract class RoutingThreadFixture extends PublicationFixture {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Duration NEVER = Duration.ofDays(365);

    final HandSignal signal = new HandSignal();
    /** Of the clock that silence is measured with. */
    final AtomicLong nanos = new AtomicLong();

    final List<GatewayException> faults = new CopyOnWriteArrayList<>();
    final Set<SystemName> destinations = ConcurrentHashMap.newKeySet();
    final List<SystemName> joined = new CopyOnWriteArrayList<>();
    /** Calls of the database that the thread has begun. */
    final AtomicInteger calls = new AtomicInteger();

    volatile Runnable onJoin = () -> {};
    /** Before each statement that writes the register. */
    volatile Step beforeRegister = () -> {};
    /** Before each statement that routes. */
    volatile Step beforeRouting = () -> {};

    /** Turns that have begun; the thread beats in each. */
    final AtomicInteger turns = new AtomicInteger();

    private final Loops loops = new Loops(new SimpleMeterRegistry(), this::beatTime, nanos::get, fault -> {});
    private final Logger logger = (Logger) LoggerFactory.getLogger(PublicationThread.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    interface Step {
        void run() throws SQLException;
    }

    @BeforeEach
    void listen() {
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
    }

    PublicationThread thread() {
        return thread(new Pace(DAY, NEVER, NEVER));
    }

    PublicationThread thread(Pace pace) {
        return new PublicationThread(
                new SubscriberRegister(pool(() -> beforeRegister.run()), () -> 0, CATALOGUE),
                new PublicationRouting(pool(() -> beforeRouting.run()), () -> 0),
                pace,
                signal,
                new Admission() {
                    @Override
                    public boolean isRecorded(Announced told) {
                        return destinations.contains(told.node().system());
                    }

                    @Override
                    public void join(Announced told) {
                        joined.add(told.node().system());
                        onJoin.run();
                    }
                },
                loops,
                faults::add);
    }

    /** Wakes it as often, each time after it has begun the turn before. */
    void makeTurns(int count) {
        for (int i = 0; i < count; i++) {
            int before = turns.get();
            signal.wake();
            await().atMost(PATIENCE).pollInterval(5, TimeUnit.MILLISECONDS).until(() -> turns.get() > before);
        }
    }

    void announce(PublicationThread thread, String system, Duration lookBack) {
        thread.announced("jms", announcement(system, wanted(lookBack, "*"), CATALOGUE.digests()));
    }

    List<String> subscribers() throws SQLException {
        return database.column("SELECT system FROM c4i.subscriber ORDER BY system");
    }

    List<String> warnings() {
        return log.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** The thread as health shows it; none once it is closed. */
    List<LoopState> loopStates() {
        return loops.states();
    }

    private Instant beatTime() {
        turns.incrementAndGet();
        return Instant.now();
    }

    /** Each statement takes one connection. */
    private DataSource pool(Step before) {
        DataSource pool = database.bridgePool();
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    calls.incrementAndGet();
                    before.run();
                    try {
                        return method.invoke(pool, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
