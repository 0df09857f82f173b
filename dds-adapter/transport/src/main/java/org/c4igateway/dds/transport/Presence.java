package org.c4igateway.dds.transport;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.dds.api.WriteResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the peers from their announcements and from the matching of this node's writers. */
final class Presence implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Presence.class);
    private static final long GREETING_MILLIS = 100;

    private final TransportContext context;
    private final Duration matchingPatience;
    private final Consumer<Greeting> say;
    private final PeerTable peers;
    private final Admission admission;
    private final AtomicBoolean disputed = new AtomicBoolean();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("dds-presence").factory());

    Presence(
            TransportContext context,
            Duration matchingPatience,
            ToIntFunction<String> readersOfTopic,
            Consumer<Greeting> say,
            InboundHandler handler) {
        this.context = context;
        this.matchingPatience = matchingPatience;
        this.say = say;
        this.peers = new PeerTable(context.catalogue().digests().keySet(), readersOfTopic, this::greet, handler);
        this.admission = new Admission(
                context.incarnation(), system -> context.peers().contains(system) || peers.isPresent(system));
        var _ = timer.scheduleWithFixedDelay(
                peers::greetAgain, GREETING_MILLIS, GREETING_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** @return whether a sample that {@code origin} wrote at that instant of its clock counts */
    boolean isAdmitted(SystemName origin, long writtenNanos) {
        return admission.isAdmitted(origin, writtenNanos);
    }

    /** Another node greets this one or answers. */
    void greeted(Greeting greeting) {
        switch (greeting.kind()) {
            case HELLO -> {
                if (admission.admit(greeting)) {
                    say.accept(greeting.welcome());
                }
            }
            case WELCOME -> peers.welcomed(greeting.from(), greeting.incarnation());
        }
    }

    private void greet(NodeAnnouncement announcement) {
        Instant now = context.time().instant();
        long nanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        say.accept(new Greeting(
                context.self(), announcement.system(), Greeting.Kind.HELLO, announcement.incarnation(), nanos));
    }

    /**
     * Announces this node again after another one of its name was heard of. A node that woke up late and went takes the announcement
     * of its system along, although a successor serves already; this brings it back. Not repeated without cause: with 270 topics an
     * announcement takes 6 kB, which is a third of a second of a link of 128 kbit/s.
     */
    void repeat(Runnable announce, Duration interval) {
        Runnable whenDisputed = () -> {
            if (disputed.getAndSet(false)) {
                announce.run();
            }
        };
        var _ = timer.scheduleWithFixedDelay(
                whenDisputed, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    PeerState state(SystemName peer) {
        return peers.state(peer);
    }

    /** @return the result of the attempt; null when a destination is not there in the given epoch */
    @Nullable WriteResult within(Message message, Map<SystemName, Long> epochs, Supplier<WriteResult> attempt) {
        return peers.within(message.destinations(), epochs, attempt);
    }

    boolean carries(String topicId, SystemName peer) {
        return peers.carries(topicId, peer);
    }

    void matchesChanged() {
        peers.matchesChanged();
    }

    void announced(Presented presented) {
        NodeAnnouncement announcement = presented.node();
        if (announcement.system().equals(context.self())) {
            LOG.error("another node in this domain and partition is called {} as well", context.self());
            disputed.set(true);
            return;
        }
        if (peers.announced(presented) && !timer.isShutdown()) {
            var _ = timer.schedule(
                    () -> peers.giveUpMatching(presented), matchingPatience.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    void gone(SystemName peer) {
        if (peer.equals(context.self())) {
            disputed.set(true);
            return;
        }
        peers.gone(peer);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
