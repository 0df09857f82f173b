package org.c4igateway.wan.gateway;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.Topic;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.journal.JournalSpec;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.LinkPolicy;

/**
 * NORTH with the node ALPHA and applications, SOUTH with the node BRAVO, and a link between them. Time passes by
 * itself; what happens in it is told.
 */
final class OutageWorld implements AutoCloseable {
    private static final long EPOCH_NANOS = 1_800_000_000_000_000_000L;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final List<Topic> TOPICS =
            LanNode.CATALOGUE.topics().stream().filter(Topic::reliable).limit(3).toList();

    final Random random;
    private final SimFrameLink southward;
    private final SimFrameLink northward;
    final SimGateway north;
    final SimGateway south;
    final SimNode alpha;
    final SimNode bravo;
    /** What applications have written, by origin and number. */
    final Map<String, KmtfMessage> written = new HashMap<>();

    /** What ALPHA's server has submitted, by origin and number. */
    final Map<String, KmtfMessage> submitted = new HashMap<>();

    private final Map<String, Long> sequences = new HashMap<>();
    private final Set<String> uncommitted = new HashSet<>();
    /** What may be lost: a kill came before it was written to the file. */
    final Set<String> mayBeLost = new HashSet<>();

    private long nanos;
    private long tickNanos;
    /** By how much the wall clocks were set; what passes does not depend on it. */
    private long setNanos;

    OutageWorld(long seed, Path directory, LinkSettings.Bounds bounds, JournalSpec.Bounds journal) {
        this.random = new Random(seed);
        double loss = random.nextInt(3) * 0.1;
        long delay = TimeUnit.MILLISECONDS.toNanos(1 + random.nextInt(300));
        this.southward = new SimFrameLink(random, () -> nanos, loss, delay);
        this.northward = new SimFrameLink(random, () -> nanos, loss, delay);
        JournalSpec place = new JournalSpec(directory, journal);
        this.north = new SimGateway("ALPHA", spec("SOUTH", bounds, place), "NORTH", southward, now());
        this.south = new SimGateway("BRAVO", spec("NORTH", bounds, place), "SOUTH", northward, now());
        this.alpha = new SimNode("ALPHA", "BRAVO", north);
        this.bravo = new SimNode("BRAVO", "ALPHA", south);
    }

    static LinkSpec spec(String peer, LinkSettings.Bounds bounds, JournalSpec journal) {
        LinkSettings at = LinkSettings.at(256_000);
        LinkSpec.Place place = new LinkSpec.Place(
                0, List.of(), 7_600, Map.of(peer, "127.0.0.1:1"), Optional.empty(), Duration.ofSeconds(1));
        return new LinkSpec(
                SimGateway.LINK,
                place,
                new LinkSettings(at.rate(), at.shares(), bounds, at.patience()),
                KeyRing.unsealed(),
                false,
                LinkPolicy.OPEN,
                Duration.ofHours(24),
                Optional.of(journal));
    }

    ClockReading now() {
        return new ClockReading(nanos, EPOCH_NANOS + nanos + setNanos);
    }

    /** Lets time pass. */
    void pass(Duration time) {
        long until = nanos + time.toNanos();
        while (nanos < until) {
            work();
            long next = Math.min(Math.min(southward.nextNanos(), northward.nextNanos()), Math.min(tickNanos, until));
            next = Math.min(next, Math.min(north.wakeNanos(now()), south.wakeNanos(now())));
            nanos = Math.max(nanos + 1, Math.min(next, until));
            while (southward.nextNanos() <= nanos) {
                south.receive(southward.take(), now());
            }
            while (northward.nextNanos() <= nanos) {
                north.receive(northward.take(), now());
            }
            if (nanos >= tickNanos) {
                tickNanos = nanos + TICK_NANOS;
                tick(north);
                tick(south);
                alpha.tick(now());
                bravo.tick(now());
                if (random.nextInt(4) == 0) {
                    commit();
                }
            }
        }
        work();
    }

    private void work() {
        north.work(now());
        south.work(now());
    }

    private void tick(SimGateway gateway) {
        if (!gateway.hasMet() && random.nextInt(4) == 0) {
            gateway.meet(now());
        }
        gateway.tick(now());
    }

    /** Sets all wall clocks. */
    void stepClock(Duration by) {
        setNanos += by.toNanos();
    }

    void cut(boolean cut) {
        southward.cut = cut;
        northward.cut = cut;
    }

    /** What NORTH's applications wrote so far is in its file. */
    void commit() {
        north.journal.commit();
        south.journal.commit();
        uncommitted.clear();
    }

    void restartNorth(boolean kill) {
        if (kill) {
            mayBeLost.addAll(uncommitted);
        }
        uncommitted.clear();
        north.restart(kill, now());
    }

    /** Whether NORTH takes messages of applications for BRAVO. */
    boolean takesMessages() {
        return north.announced.containsKey("BRAVO") && nanos - north.startedNanos > TimeUnit.SECONDS.toNanos(6);
    }

    /** An application writes. */
    KmtfMessage write(String origin, Precedence precedence, Duration life, int bytes) {
        KmtfMessage message = message(origin, precedence, life, bytes);
        String key = key(origin, message.sequence());
        written.put(key, message);
        uncommitted.add(key);
        north.write(message, now());
        return message;
    }

    /** ALPHA's server submits a row. */
    void submit(Precedence precedence, int bytes) {
        KmtfMessage row = message("ALPHA", precedence, Duration.ZERO, bytes);
        submitted.put(key(row.origin(), row.sequence()), row);
        alpha.submit(row);
    }

    private KmtfMessage message(String origin, Precedence precedence, Duration life, int bytes) {
        long sequence = sequences.merge(origin, 1L, Long::sum);
        Topic topic = TOPICS.get(random.nextInt(TOPICS.size()));
        byte[] payload = new byte[bytes];
        random.nextBytes(payload);
        long created = now().epochNanos();
        return new KmtfMessage(
                origin,
                "",
                sequence,
                topic.id(),
                precedence.code(),
                created,
                life.isZero() ? Long.MAX_VALUE : created + life.toNanos(),
                "EXERCISE",
                List.of("BRAVO"),
                payload);
    }

    static String key(String origin, long sequence) {
        return origin + " " + sequence;
    }

    /** Keys of what arrived at BRAVO's domain, each once, in the order of arrival. */
    List<KmtfMessage> arrived() {
        Set<String> seen = new HashSet<>();
        List<KmtfMessage> arrived = new ArrayList<>();
        for (KmtfMessage message : south.messages) {
            if (seen.add(key(message.origin(), message.sequence()))) {
                arrived.add(message);
            }
        }
        return arrived;
    }

    /** Keys of what the applications were told to be lost. */
    Set<String> refused() {
        Set<String> refused = new HashSet<>();
        north.receipts.forEach(receipt -> {
            for (long sequence : receipt.rejected()) {
                refused.add(key(receipt.origin(), sequence));
            }
        });
        return refused;
    }

    @Override
    public void close() {
        north.close();
        south.close();
    }
}
