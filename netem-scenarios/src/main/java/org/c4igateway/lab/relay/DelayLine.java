package org.c4igateway.lab.relay;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/**
 * Decides what becomes of each frame of one direction: a queue of bounded length that drains at the rate, then loss,
 * then time under way. Pure: time is a parameter in nanoseconds, and equal seeds give equal decisions. Belongs to one
 * thread.
 */
final class DelayLine {
    /** The queue was full. */
    static final long DROPPED = Long.MIN_VALUE;

    /** It vanished. */
    static final long LOST = Long.MIN_VALUE + 1;

    private static final int HEADER_BYTES = 14;
    private static final double NANOS_PER_BYTE_AT_1_BIT = 8e9;

    private final RelaySettings settings;
    private final RandomGenerator random;
    private final LossModel loss;
    private final Deque<Long> departures = new ArrayDeque<>();
    private long linkFreeNanos = Long.MIN_VALUE;
    private long newestArrivalNanos = Long.MIN_VALUE;

    DelayLine(RelaySettings settings, RandomGenerator random) {
        this.settings = settings;
        this.random = random;
        this.loss = new LossModel(settings.loss(), settings.meanBurst(), random);
    }

    /** @return when the frame arrives, {@link #DROPPED} or {@link #LOST} */
    long admit(long nowNanos, int bytes) {
        boolean lost = loss.losesNext();
        if (lost && settings.lossBeforeShaper()) {
            return LOST;
        }
        long departure = departure(nowNanos, bytes);
        if (departure == DROPPED) {
            return DROPPED;
        }
        return lost ? LOST : arrival(departure);
    }

    /** Whether the frame just admitted arrives twice. */
    boolean isDoubled() {
        return settings.duplication() > 0 && random.nextDouble() < settings.duplication();
    }

    /**
     * Which bit of the frame is flipped on its way; -1 for none. The Ethernet header stays, which a real link would
     * check together with the rest.
     */
    int flippedBit(int bytes) {
        if (bytes <= HEADER_BYTES || settings.corruption() == 0 || random.nextDouble() >= settings.corruption()) {
            return -1;
        }
        return random.nextInt(HEADER_BYTES * Byte.SIZE, bytes * Byte.SIZE);
    }

    private long departure(long nowNanos, int bytes) {
        if (settings.bitsPerSecond() == 0) {
            return nowNanos;
        }
        while (!departures.isEmpty() && departures.peekFirst() <= nowNanos) {
            departures.removeFirst();
        }
        if (departures.size() >= settings.queuePackets()) {
            return DROPPED;
        }
        long start = Math.max(nowNanos, linkFreeNanos);
        linkFreeNanos = start + Math.round(bytes * NANOS_PER_BYTE_AT_1_BIT / settings.bitsPerSecond());
        departures.addLast(linkFreeNanos);
        return linkFreeNanos;
    }

    private long arrival(long departureNanos) {
        double jitter = settings.jitterNanos() == 0 ? 0 : random.nextGaussian() * settings.jitterNanos();
        long under = Math.max(0, settings.delayNanos() + Math.round(jitter));
        long arrival = departureNanos + under;
        if (!settings.mayReorder()) {
            arrival = Math.max(arrival, newestArrivalNanos);
        }
        newestArrivalNanos = Math.max(newestArrivalNanos, arrival);
        return arrival;
    }
}
