package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.contract.RecordingHandler;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.transport.presence.DomainView;
import org.c4igateway.dds.transport.presence.PeerAnnouncement;
import org.c4igateway.dds.transport.presence.Presence;
import org.c4igateway.dds.transport.presence.SourceClock;
import org.c4igateway.dds.transport.presence.WrittenAnnouncement;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a node announces itself, whatever becomes of a write. */
class PresenceTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration INTERVAL = Duration.ofMillis(1);
    private static final SystemName SELF = new SystemName("SELF");
    private static final SystemName OTHER = new SystemName("OTHER");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    /** HELLOs to a node that does not answer: one at each look at the peers. */
    private final AtomicInteger looks = new AtomicInteger();

    private final AtomicInteger writes = new AtomicInteger();
    private final Deque<WriteResult> results = new ConcurrentLinkedDeque<>();
    private final TransportContext context = new TransportContext(
            SELF,
            1,
            Introduction.NONE,
            Set.of(OTHER),
            Set.of(),
            TopicCatalogue.reference(),
            1_000,
            meters,
            new Loops(meters, InstantSource.system(), System::nanoTime, fault -> {}),
            InstantSource.system(),
            true);
    private final Presence presence = new Presence(
            context,
            DdsSettings.loopback(0),
            new DomainView(topic -> 1, writer -> true, writer -> {}, writer -> Optional.empty()),
            new Presence.Outlets(
                    greeting -> looks.incrementAndGet(),
                    new SourceClock(InstantSource.system(), System::nanoTime),
                    new DdsMeters(meters)),
            new RecordingHandler());

    private WriteResult write() {
        writes.incrementAndGet();
        WriteResult result = results.poll();
        return result == null ? WriteResult.Written.INSTANCE : result;
    }

    @AfterEach
    void close() {
        presence.close();
    }

    private static WrittenAnnouncement of(SystemName system) {
        return new WrittenAnnouncement(
                new PeerAnnouncement(new NodeAnnouncement(system, 1, "", Map.of(), Introduction.NONE), ""), 7);
    }

    /** Its peers would never know of it. */
    @Test
    void announcesItselfUntilItIsWritten() {
        results.addAll(List.of(
                WriteResult.TimedOut.INSTANCE,
                new WriteResult.Failed(-5, "out of resources"),
                WriteResult.TimedOut.INSTANCE));

        presence.announce(this::write, INTERVAL);

        await().atMost(SOON).until(() -> writes.get() == 4);
        assertThat(results).isEmpty();
    }

    @Test
    void announcesItselfAgainWhenANamesakeHasComeAndTheFirstTryFails() {
        presence.announce(this::write, INTERVAL);
        assertThat(writes).hasValue(1);
        results.add(WriteResult.TimedOut.INSTANCE);

        presence.announced(of(SELF));

        await().atMost(SOON).until(() -> writes.get() == 3);
    }

    /** The timer that would do it looks at the peers meanwhile. */
    @Test
    void announcesItselfOnceWhileNothingDisputesIt() {
        presence.announced(of(OTHER));
        presence.announce(this::write, INTERVAL);

        int before = looks.get();
        await().atMost(SOON).until(() -> looks.get() > before + 2);

        assertThat(writes).hasValue(1);
    }
}
