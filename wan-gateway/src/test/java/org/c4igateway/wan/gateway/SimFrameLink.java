package org.c4igateway.wan.gateway;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/** One direction of a link: delays datagrams, loses some, and all while it is cut. */
final class SimFrameLink implements FrameLink.DatagramSink {
    private final Random random;
    private final SimClock clock;
    private final double loss;
    private final PriorityQueue<Travelling> travelling =
            new PriorityQueue<>(Comparator.comparingLong(Travelling::atNanos));
    private final long delayNanos;
    boolean cut;

    record Travelling(long atNanos, byte[] body) {}

    /** The time of a world. */
    interface SimClock {
        long nanos();
    }

    SimFrameLink(Random random, SimClock clock, double loss, long delayNanos) {
        this.random = random;
        this.clock = clock;
        this.loss = loss;
        this.delayNanos = delayNanos;
    }

    @Override
    public void send(int level, byte[] body) {
        if (!cut && random.nextDouble() >= loss) {
            travelling.add(new Travelling(clock.nanos() + delayNanos + random.nextInt(1_000_000), body));
        }
    }

    long nextNanos() {
        Travelling next = travelling.peek();
        return next == null ? Long.MAX_VALUE : next.atNanos();
    }

    byte[] take() {
        return travelling.remove().body();
    }
}
