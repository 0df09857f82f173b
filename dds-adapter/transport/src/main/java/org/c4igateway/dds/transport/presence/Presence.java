package org.c4igateway.dds.transport.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.watch.PacedWarning;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.transport.DdsMeters;
import org.c4igateway.dds.transport.DdsSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the peers from their announcements and from the matching of this node's writers. */
public final class Presence implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Presence.class);
    private static final long GREETING_MILLIS = 100;

    private final TransportContext context;
    private final DdsSettings settings;
    private final Outlets outlets;
    private final NameConflicts<WrittenAnnouncement> nameConflicts;
    private final PeerTable peers;
    private final SampleAdmission sampleAdmission;
    private final PacedWarning namesakes = new PacedWarning(System::nanoTime);
    /** Whether this node is to be announced, again or because the last attempt failed. */
    private final AtomicBoolean unannounced = new AtomicBoolean(true);

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("dds-presence").factory());

    /**
     * Targets of greetings, times and counts.
     *
     * @param say sends a greeting; does not block
     * @param clock time of writing of this process
     */
    public record Outlets(Consumer<Greeting> say, SourceClock clock, DdsMeters meters) {}

    public Presence(
            TransportContext context,
            DdsSettings settings,
            DomainView domain,
            Outlets outlets,
            InboundHandler handler) {
        this.context = context;
        this.settings = settings;
        this.outlets = outlets;
        this.nameConflicts =
                new NameConflicts<>(domain.hasAnnouncer(), NameHolders.patience(settings.lease()), System::nanoTime);
        PeerScope scope =
                new PeerScope(context.peers(), context.catalogue().digests().keySet());
        this.peers = new PeerTable(scope, domain, nameConflicts, this::greet, handler);
        this.sampleAdmission = new SampleAdmission(
                context.incarnation(),
                system -> context.peers().contains(system) || peers.isPresent(system),
                peers::held,
                domain.writer(),
                handler::takesMessages,
                System::nanoTime);
        periodically("check of the peers", this::look, GREETING_MILLIS);
    }

    /** A task that fails is logged and done again; the timer alone would silently drop it. */
    private void periodically(String name, Runnable task, long millis) {
        Runnable kept = () -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.error("{}: the {} failed", ErrorCode.DEFECT.code(), name, e);
            }
        };
        var _ = timer.scheduleWithFixedDelay(kept, millis, millis, TimeUnit.MILLISECONDS);
    }

    private void look() {
        peers.greetAgain();
        peers.settle().forEach(this::followed);
        nameConflicts.tell();
        sampleAdmission.roomAgain(context.self()).forEach(again -> {
            LOG.info("There is room in the inbox; {} sends rows without a receipt again", again.to());
            outlets.say().accept(again);
        });
    }

    /** A sample that was accepted found no room; its origin is told to send again when there is some. */
    public void refused(SystemName origin, long sourceNanos) {
        sampleAdmission.refused(origin, sourceNanos);
    }

    /** @return whether no sample of {@code origin} between its HELLO and this one is missing; asked once for each */
    public boolean follows(SystemName origin, WrittenSample sample) {
        return sampleAdmission.follows(origin, sample);
    }

    /**
     * @param whole whether all earlier samples of its writer came; false if some may be missing
     * @return whether a sample of {@code origin} is accepted; one after a loss is not, and its origin is told
     */
    public boolean isAdmitted(SystemName origin, WrittenSample sample, boolean whole) {
        boolean admitted = sampleAdmission.isAdmitted(origin, sample, whole);
        if (!admitted) {
            sampleAdmission.again(context.self(), origin).ifPresent(again -> {
                LOG.warn("Samples of {} are lost; it sends rows without a receipt again", origin);
                outlets.say().accept(again);
            });
        }
        return admitted;
    }

    /** Another node greets this one or answers. */
    public void greeted(Greeting greeting) {
        switch (greeting.kind()) {
            case HELLO -> {
                if (sampleAdmission.admit(greeting)) {
                    outlets.say().accept(greeting.welcome());
                }
            }
            case WELCOME -> {
                if (greeting.sender() == context.incarnation()) {
                    peers.welcomed(greeting.from(), greeting.incarnation(), greeting.atNanos());
                }
            }
            case AGAIN -> {
                if (greeting.sender() == context.incarnation()) {
                    peers.lost(greeting.from(), greeting.incarnation(), greeting.atNanos());
                }
            }
        }
    }

    /** @return the time of the HELLO */
    private long greet(NodeAnnouncement announcement) {
        Greeting hello = new Greeting(
                context.self(),
                announcement.system(),
                Greeting.Kind.HELLO,
                announcement.incarnation(),
                context.incarnation(),
                outlets.clock().nanos());
        outlets.say().accept(hello);
        return hello.atNanos();
    }

    /**
     * Announces this node: now, after each interval until it is written, and again after another node with its name
     * appeared. A node that resumes late and ends takes the announcement of its system with it, although a successor is
     * active; this restores the announcement. Not repeated without need: with 270 topics an announcement takes 6 kB, a
     * third of a second on a link of 128 kbit/s.
     *
     * @param write writes the announcement; called on the caller's thread, then on the timer's
     */
    public void announce(Supplier<WriteResult> write, Duration interval) {
        announceIfDue(write);
        periodically("repetition of the announcement", () -> announceIfDue(write), interval.toMillis());
    }

    private void announceIfDue(Supplier<WriteResult> write) {
        if (!unannounced.getAndSet(false)) {
            return;
        }
        try {
            WriteResult result = write.get();
            if (!(result instanceof WriteResult.Written)) {
                unannounced.set(true);
                LOG.warn("The announcement of {} is not written ({}). It is tried again", context.self(), result);
            }
        } catch (RuntimeException e) {
            unannounced.set(true);
            throw e;
        }
    }

    public PeerState state(SystemName peer) {
        return peers.state(peer);
    }

    /** @return how far this node and that peer have come */
    public Standing standing(SystemName peer) {
        return peers.standing(peer);
    }

    /** @return text for people about another node that has the name of this one and another database */
    public Optional<String> namesake() {
        return nameConflicts.text(context.self().value());
    }

    /** @return the result of the attempt; null when a destination is not there in the given epoch */
    @Nullable public WriteResult within(Message message, Map<SystemName, Long> epochs, Supplier<WriteResult> attempt) {
        return peers.within(message.destinations(), epochs, attempt);
    }

    public boolean carries(String topicId, SystemName peer) {
        return peers.carries(topicId, peer);
    }

    public void matchesChanged() {
        peers.matchesChanged();
    }

    public void announced(WrittenAnnouncement writtenAnnouncement) {
        if (writtenAnnouncement.system().equals(context.self())) {
            if (writtenAnnouncement.introduction().isOfAnotherDatabase(context.introduction())) {
                nameConflicts.claimed(
                        writtenAnnouncement, context.introduction().databaseText());
            } else {
                namesakes
                        .next()
                        .ifPresent(others -> LOG.error(
                                "another node in this domain and partition is called {} as well;"
                                        + " {} others since the last such line",
                                context.self(),
                                others));
            }
            unannounced.set(true);
            return;
        }
        if (isOfThisSystem(writtenAnnouncement.system())) {
            return;
        }
        followed(writtenAnnouncement);
    }

    /** Nodes of shards of one system send nothing to each other. */
    private boolean isOfThisSystem(SystemName address) {
        return address.system().equals(context.self().system());
    }

    private void followed(WrittenAnnouncement writtenAnnouncement) {
        switch (peers.announced(writtenAnnouncement)) {
            case MATCHING -> matchInTime(writtenAnnouncement.presented());
            case TOO_MANY -> outlets.meters().notFollowed(writtenAnnouncement.system());
            case KNOWN, REFUSED -> {}
        }
        sampleAdmission.early(writtenAnnouncement.system()).ifPresent(this::greeted);
    }

    private void matchInTime(PeerAnnouncement peerAnnouncement) {
        if (!timer.isShutdown()) {
            var _ = timer.schedule(
                    () -> peers.giveUpMatching(peerAnnouncement),
                    settings.limits().matching().toMillis(),
                    TimeUnit.MILLISECONDS);
        }
    }

    public Optional<Introduction> introduction(SystemName peer) {
        return peers.introduction(peer);
    }

    /** @return present alarms for operators */
    public List<TransportAlarm> alarms() {
        List<TransportAlarm> alarms = new ArrayList<>();
        nameConflicts.alarms().forEach(text -> alarms.add(new TransportAlarm(ErrorCode.NAME_CONFLICT, text)));
        sampleAdmission.alarms().forEach(text -> alarms.add(new TransportAlarm(ErrorCode.NOT_ADMITTED, text)));
        return alarms;
    }

    public void gone(SystemName peer, long writer) {
        if (peer.equals(context.self())) {
            nameConflicts.withdrawn(peer.value(), writer);
            unannounced.set(true);
            return;
        }
        peers.gone(peer, writer).ifPresent(this::followed);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
