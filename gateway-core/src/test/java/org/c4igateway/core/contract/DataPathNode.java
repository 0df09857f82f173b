package org.c4igateway.core.contract;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntSupplier;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.AnnouncementListener;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.flow.DataPath;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.MemoryOutbox;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.topics.TopicCatalogue;
import org.jspecify.annotations.Nullable;

/** A node of a test: its databases in memory outlive the gateway, which can die and start again. */
final class DataPathNode implements AutoCloseable {
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();

    final SystemName self;
    final MemoryOutbox outbox = new MemoryOutbox();
    final MemoryInbox inbox = new MemoryInbox();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final List<GatewayException> fatal = new CopyOnWriteArrayList<>();
    private final TransportFactory factory;
    private final Set<SystemName> peers;
    private final List<Runnable> wakers = new CopyOnWriteArrayList<>();
    private final FlowSettings settings;
    private long incarnation;
    private @Nullable DataPath dataPath;

    DataPathNode(SystemName self, TransportFactory factory, FlowSettings settings, Set<SystemName> peers) {
        this.self = self;
        this.factory = factory;
        this.settings = settings;
        this.peers = peers;
    }

    /** @return bounds as nodes have them, with timers for tests */
    static FlowSettings impatient() {
        return impatient(4_096, 512);
    }

    private static FlowSettings impatient(int maxInFlightRows, int roundRows) {
        return new FlowSettings(
                maxInFlightRows,
                32L << 20,
                roundRows,
                Duration.ofMillis(50),
                Duration.ofMillis(300),
                Duration.ofSeconds(2),
                Duration.ofMillis(2),
                Duration.ofMillis(100),
                4_096,
                32L << 20,
                roundRows,
                Duration.ofMillis(5),
                Duration.ofMillis(50));
    }

    void start() {
        start(StepListener.NONE, settings);
    }

    /** With no more than 100 rows on their way at once, read and written 40 at a time. */
    void startInSmallRounds(StepListener steps) {
        start(steps, impatient(100, 40));
    }

    private void start(StepListener steps, FlowSettings flow) {
        TransportContext context = new TransportContext(
                self,
                ++incarnation,
                Introduction.NONE,
                peers,
                Set.of(),
                CATALOGUE,
                1 << 20,
                meters,
                new Loops(meters, InstantSource.system(), System::nanoTime, fault -> {}),
                Instant::now,
                !self.isOfShard());
        Transport transport = factory.open(context);
        Map<SystemName, Transport> routes = new HashMap<>();
        peers.forEach(peer -> routes.put(peer, transport));
        MessageRules rules = new MessageRules(CATALOGUE, 1 << 20, PayloadCheck.NONE, Instant::now);
        DataPathParts parts = new DataPathParts(
                self,
                rules,
                SubscriptionFilter.NONE,
                EdgeText.UTF_8,
                flow,
                ArrivalObjectives.DEFAULTS,
                meters,
                new Loops(meters, InstantSource.system(), System::nanoTime, fault -> {}),
                AnnouncementListener.NONE,
                DeliveryTrace.NONE,
                steps);
        OutboxSignal signal = new OutboxSignal() {
            @Override
            public Registration listen(Runnable wake, IntSupplier readers) {
                wakers.clear();
                wakers.add(wake);
                return () -> wakers.remove(wake);
            }

            @Override
            public void rowsSeen() {}

            @Override
            public boolean tellsEachCommit() {
                return false;
            }
        };
        dataPath = self.isOfShard()
                ? DataPath.ofSender(routes, List.of(transport), outbox, signal, parts, fatal::add)
                : new DataPath(routes, List.of(transport), outbox, inbox, signal, parts, fatal::add);
        dataPath.start();
    }

    void drain(Duration patience) {
        if (dataPath != null) {
            dataPath.drain(patience);
        }
    }

    /** Ends the gateway; the databases stay. */
    @Override
    public void close() {
        if (dataPath != null) {
            dataPath.close();
            dataPath = null;
        }
    }

    Message submit(String topicId, Precedence precedence, int payloadBytes, SystemName... to) {
        return submit(outbox.nextSequence(), topicId, precedence, payloadBytes, to);
    }

    /** Submits a row with a number of another outbox. */
    Message submit(long sequence, String topicId, Precedence precedence, int payloadBytes, SystemName... to) {
        Message row = new Message(
                new MessageId(self, sequence),
                topicId,
                precedence,
                List.of(to),
                Instant.now(),
                Instant.MAX,
                "",
                "",
                new byte[payloadBytes]);
        outbox.commit(row);
        return row;
    }

    void signal() {
        new ArrayList<>(wakers).forEach(Runnable::run);
    }
}
