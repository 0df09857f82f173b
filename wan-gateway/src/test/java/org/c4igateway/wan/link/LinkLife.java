package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.body.CompressionLevel;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.link.measure.LevelTally;
import org.c4igateway.wan.link.measure.LinkSnapshot;
import org.c4igateway.wan.link.measure.PeerSnapshot;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.OfferResult;
import org.c4igateway.wan.link.record.StreamKey;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.jspecify.annotations.Nullable;

/**
 * One life of a link decided by a seed: rate, round trip, loss of several kinds in each direction, repetition,
 * reordering, outages of up to two hours, restarts of either side, one to four receivers, and traffic of all kinds.
 * Then all is calm, and everything has to have ended as it should.
 */
final class LinkLife {
    private static final long SECOND = 1_000_000_000L;
    private static final long[] RATES = {9_600, 64_000, 128_000, 256_000, 2_000_000, 100_000_000, 1_000_000_000};
    private static final double[] LOSSES = {0, 0, 0.1, 0.3, 0.5};

    final SimWorld world;
    final boolean restarts;
    final boolean multicast;
    final boolean compressed;
    private final Random random;
    private final long bitsPerSecond;
    private final long roundTripNanos;
    private final int records;
    private final long stormNanos;
    private final LinkSettings settings;
    private final Map<SimSite, SimItem> flashWaiting = new HashMap<>();
    private final Map<SimSite, Boolean> sentFlash = new HashMap<>();
    private boolean outage;

    LinkLife(long seed) {
        world = new SimWorld(seed);
        random = world.random;
        bitsPerSecond = RATES[random.nextInt(RATES.length)];
        roundTripNanos = (long) (1_000_000 * Math.pow(1_500, random.nextDouble()));
        restarts = random.nextInt(3) == 0;
        multicast = random.nextInt(3) == 0;
        compressed = random.nextInt(3) == 0;
        records = 20 + random.nextInt(180);
        settings = settings();
        long frameNanos = 1_400 * 8 * SECOND / bitsPerSecond;
        stormNanos = (long) ((20 * roundTripNanos + 40 * frameNanos) * (0.2 + random.nextDouble()));
        build();
    }

    private LinkSettings settings() {
        LinkSettings.Bounds bounds = random.nextInt(4) == 0
                ? new LinkSettings.Bounds(10 + random.nextInt(60), 20_000 + random.nextInt(50_000), 16_384, 16, 64)
                        .wide(world.seed() % 2 == 0 ? 0 : 48)
                : LinkSettings.Bounds.at(bitsPerSecond);
        int datagram = random.nextInt(4) == 0 ? 448 + random.nextInt(500) : FrameLimits.BODY_BYTES;
        LinkSettings.Rate rate = new LinkSettings.Rate(bitsPerSecond, FrameLimits.AROUND_BODY_BYTES, datagram);
        return new LinkSettings(rate, LinkSettings.Shares.DEFAULT, bounds, LinkSettings.Patience.DEFAULT);
    }

    private void build() {
        int receivers = multicast ? 2 + random.nextInt(3) : 1;
        boolean mesh = random.nextBoolean();
        List<SimSite> sites = new ArrayList<>();
        for (int i = 0; i <= receivers; i++) {
            sites.add(world.site("S" + i, settings));
        }
        for (SimSite from : sites) {
            for (SimSite to : sites) {
                boolean related = from != to && (mesh || from == sites.getFirst() || to == sites.getFirst());
                if (related) {
                    disturb(world.connect(from, to, roundTripNanos / 2));
                }
            }
        }
        sites.forEach(site -> {
            site.onSent = sent -> sent(site, sent);
            site.onPump = () -> check(site);
            if (compressed) {
                site.compression(ChunkPacker.compressing(CompressionLevel.FAST), new ChunkUnpacker(List.of()));
            }
        });
    }

    private void disturb(SimChannel channel) {
        channel.loss = LOSSES[random.nextInt(LOSSES.length)];
        channel.goesBad = random.nextInt(4) == 0 ? 0.1 * random.nextDouble() : 0;
        channel.duplication = random.nextInt(3) == 0 ? 0.2 * random.nextDouble() : 0;
        channel.reordering = random.nextInt(3) == 0 ? 0.5 * random.nextDouble() : 0;
        channel.jitterNanos = (long) (roundTripNanos * random.nextDouble());
    }

    void run() {
        world.start();
        for (int i = 0; i < records; i++) {
            world.time.at((long) (stormNanos * random.nextDouble()), this::offer);
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            planOutage();
        }
        if (compressed) {
            SimSite site = world.sites.getFirst();
            world.time.at(
                    (long) (stormNanos * random.nextDouble()),
                    () -> site.engine().packer(ChunkPacker.plain()));
        }
        if (restarts) {
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                SimSite site = world.sites.get(random.nextInt(world.sites.size()));
                world.time.at((long) (stormNanos * 1.5 * random.nextDouble()), site::start);
            }
        }
        world.runUntil(2 * stormNanos + 3 * 3_600 * SECOND * (outage ? 1 : 0));
        world.channels.forEach(SimChannel::calm);
        if (!world.runUntilDone(world.time.nowNanos() + 48 * 3_600 * SECOND)) {
            throw new AssertionError("did not end: " + world.sites.getFirst().snapshot());
        }
        world.runUntil(world.time.nowNanos() + 60 * SECOND);
    }

    /** Between milliseconds and two hours, of one direction or all. */
    private void planOutage() {
        long from = (long) (stormNanos * random.nextDouble());
        boolean hours = random.nextInt(8) == 0;
        outage |= hours;
        long length = hours ? 7_200 * SECOND : (long) (10 * roundTripNanos * random.nextDouble()) + SECOND;
        boolean all = random.nextBoolean();
        SimChannel one = world.channels.get(random.nextInt(world.channels.size()));
        List<SimChannel> broken = all ? world.channels : List.of(one);
        world.time.at(from, () -> broken.forEach(channel -> channel.broken = true));
        world.time.at(from + length, () -> broken.forEach(channel -> channel.broken = false));
    }

    private void offer() {
        SimSite site = multicast && random.nextInt(4) > 0
                ? world.sites.getFirst()
                : world.sites.get(random.nextInt(world.sites.size()));
        Precedence precedence = Precedence.ofCode(Math.min(3, random.nextInt(6)));
        StreamKey stream = new StreamKey("O" + random.nextInt(2), "T" + random.nextInt(3));
        long frameNanos = 1_400 * 8 * SECOND / bitsPerSecond;
        long expires = random.nextInt(4) == 0
                ? world.time.nowNanos() + (long) (random.nextDouble() * (4 * roundTripNanos + 20 * frameNanos))
                : Long.MAX_VALUE;
        DeliveryOptions deliveryOptions = switch (random.nextInt(4)) {
            case 0 -> DeliveryOptions.bestEffort(expires);
            case 1 -> DeliveryOptions.newestOf("E" + random.nextInt(4), expires);
            default -> DeliveryOptions.reliable(expires);
        };
        int size = random.nextInt(10) == 0 ? random.nextInt(20_000) : 20 + random.nextInt(400);
        SimItem.Template template = new SimItem.Template(precedence, stream, deliveryOptions);
        SimItem item = compressed ? world.textItem(size, template) : world.item(size, template);
        item.unreadable = random.nextInt(200) == 0;
        boolean first = site.engine().isUp() && isFree(site, Precedence.FLASH) && expires == Long.MAX_VALUE;
        if (precedence == Precedence.FLASH && first && !item.unreadable && !flashWaiting.containsKey(site)) {
            flashWaiting.put(site, item);
        }
        if (site.offer(item) != OfferResult.QUEUED) {
            flashWaiting.remove(site, item);
        }
    }

    /** Nothing before it, and so few frames of it so far that the window cannot be closed. */
    private boolean isFree(SimSite site, Precedence precedence) {
        LevelTally level = site.snapshot().levels().get(precedence.code());
        int window = Math.min(SendStream.MIN_WINDOW, settings.bounds().windowFrames());
        return level.queued() + level.inFlight() == 0 && level.traffic().frames() < window;
    }

    /**
     * A FLASH that found its level empty is in the next datagram; after another FLASH, ROUTINE may have its floor
     * first.
     */
    private void sent(SimSite site, OutgoingDatagram sent) {
        boolean flashBefore = Boolean.TRUE.equals(sentFlash.put(site, isFlash(sent)));
        SimItem flash = flashWaiting.get(site);
        if (flash == null
                || isFlash(sent)
                || flash.ending != null
                || !site.engine().isUp()) {
            flashWaiting.remove(site);
        } else if (!flashBefore) {
            throw new AssertionError(site.name + " sent " + sent.precedence() + " before FLASH " + flash.item.id());
        }
    }

    private static boolean isFlash(OutgoingDatagram sent) {
        return sent.precedence().orElse(null) == Precedence.FLASH;
    }

    private void check(SimSite site) {
        LinkSnapshot snapshot = site.snapshot();
        long queued = 0;
        for (LevelTally level : snapshot.levels()) {
            queued += level.queued();
            if (!Balance.holds(level) || level.queued() < 0 || level.inFlight() < 0) {
                throw new AssertionError(site.name + " does not balance: " + level);
            }
        }
        LinkSettings.Bounds bounds = site.settings.bounds();
        int inFlight = bounds.windowFrames() * 4 + bounds.wideFrames();
        boolean waitsTooMuch = site.starts == 1
                && !restarts
                && (queued > bounds.queuedItems() || snapshot.queuedBytes() > bounds.queuedBytes());
        if (waitsTooMuch || snapshot.retainedFrames() > bounds.retainedFrames() + inFlight) {
            throw new AssertionError(site.name + " holds too much: " + snapshot);
        }
        for (PeerSnapshot peer : snapshot.peers()) {
            if (peer.waitingFrames() > inFlight) {
                throw new AssertionError(site.name + " keeps too much: " + peer);
            }
        }
    }

    long now() {
        return world.time.nowNanos();
    }

    @Nullable SimSite siteThatOffered(SimItem item) {
        for (SimSite site : world.sites) {
            if (site.offered.containsKey(item.item.id())) {
                return site;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return "%d bit/s, round trip %d us, %d records, %s, %s"
                .formatted(
                        bitsPerSecond,
                        roundTripNanos / 1_000,
                        records,
                        multicast ? world.sites.size() - 1 + " receivers" : "1 receiver",
                        restarts ? "restarts" : "no restart");
    }
}
