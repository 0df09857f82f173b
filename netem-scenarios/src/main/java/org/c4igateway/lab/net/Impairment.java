package org.c4igateway.lab.net;

import java.time.Duration;

/**
 * What one direction of a link does to packets, in this order unless {@link Loss#placement()} says otherwise: queue and
 * rate, loss, delay, duplication, corruption. Rates count whole Ethernet frames without preamble and check sequence, as
 * the kernel's shapers do.
 *
 * @param rate queue and rate
 * @param loss share of packets that vanish
 * @param delay time under way
 * @param duplication share of packets that arrive twice
 * @param corruption share of packets that arrive with one bit flipped, which the checksums of IP, UDP and TCP find; the
 *     relay alters no fragments of a datagram, whose changes may cancel each other in its checksum
 */
public record Impairment(Rate rate, Loss loss, Delay delay, double duplication, double corruption) {
    /** As fast as this machine, without loss and delay. */
    public static final Impairment NONE = new Impairment(Rate.UNLIMITED, Loss.NONE, Delay.NONE, 0, 0);

    public Impairment {
        Share.check("duplication", duplication);
        Share.check("corruption", corruption);
    }

    /** Only a rate with a queue of a hundred packets; 0 bit/s for no limit. */
    public static Impairment ofRate(long bitsPerSecond) {
        return NONE.with(new Rate(bitsPerSecond, Rate.DEFAULT_QUEUE_PACKETS));
    }

    public Impairment with(Rate other) {
        return new Impairment(other, loss, delay, duplication, corruption);
    }

    public Impairment with(Loss other) {
        return new Impairment(rate, other, delay, duplication, corruption);
    }

    public Impairment with(Delay other) {
        return new Impairment(rate, loss, other, duplication, corruption);
    }

    /** The same with this share of packets twice. */
    public Impairment withDuplication(double share) {
        return new Impairment(rate, loss, delay, share, corruption);
    }

    /** The same with this share of packets altered. */
    public Impairment withCorruption(double share) {
        return new Impairment(rate, loss, delay, duplication, share);
    }

    /** The same with independent loss after the shaper. */
    public Impairment withLoss(double share) {
        return with(new Loss(share, 1, Loss.Placement.AFTER_SHAPER));
    }

    /** The same with a constant delay. */
    public Impairment withDelay(Duration base) {
        return with(new Delay(base, Duration.ZERO, false));
    }

    /** The least that a link must be able to do for this. */
    public NetworkPlan.Wire wire() {
        if (!delay.equals(Delay.NONE) || duplication > 0 || corruption > 0 || loss.meanBurst() > 1) {
            return NetworkPlan.Wire.DELAYED;
        }
        return equals(NONE) ? NetworkPlan.Wire.PLAIN : NetworkPlan.Wire.SHAPED;
    }

    private static final class Share {
        static void check(String name, double value) {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException(name + " must be from 0 to 1, not " + value);
            }
        }
    }

    /**
     * Queue and rate.
     *
     * @param bitsPerSecond 0 for no limit
     * @param queuePackets packets that wait for the link; more are dropped
     */
    public record Rate(long bitsPerSecond, int queuePackets) {
        /** Length of the queue unless said otherwise. */
        public static final int DEFAULT_QUEUE_PACKETS = 100;

        /** No limit. */
        public static final Rate UNLIMITED = new Rate(0, DEFAULT_QUEUE_PACKETS);

        private static final long SLOWEST = 1_000;
        private static final long FASTEST = 100_000_000_000L;
        private static final int LONGEST_QUEUE = 100_000;

        public Rate {
            if (bitsPerSecond != 0 && (bitsPerSecond < SLOWEST || bitsPerSecond > FASTEST)) {
                throw new IllegalArgumentException(
                        "rate must be 0 or from 1 kbit/s to 100 Gbit/s, not " + bitsPerSecond + " bit/s");
            }
            if (queuePackets < 1 || queuePackets > LONGEST_QUEUE) {
                throw new IllegalArgumentException("queue must be from 1 to 100000 packets, not " + queuePackets);
            }
        }

        boolean limited() {
            return bitsPerSecond > 0;
        }
    }

    /**
     * Loss. With a mean burst above 1 the packets vanish in runs of that mean length (Gilbert's model); the share
     * stays.
     *
     * @param share of all packets, from 0 to 1
     * @param meanBurst mean number of packets lost in a row, 1 for independent loss
     * @param placement before the shaper, where a lost packet uses no link time, or after it, where it does
     */
    public record Loss(double share, double meanBurst, Placement placement) {
        /** None. */
        public static final Loss NONE = new Loss(0, 1, Placement.AFTER_SHAPER);

        private static final double LONGEST_BURST = 1_000;

        /** Where packets vanish. */
        public enum Placement {
            BEFORE_SHAPER,
            AFTER_SHAPER
        }

        public Loss {
            Share.check("loss", share);
            if (!(meanBurst >= 1 && meanBurst <= LONGEST_BURST)) {
                throw new IllegalArgumentException("mean burst must be from 1 to 1000 packets, not " + meanBurst);
            }
        }
    }

    /**
     * Time under way.
     *
     * @param base constant part
     * @param jitter standard deviation of a normally distributed part
     * @param mayReorder whether a packet may overtake another by jitter
     */
    public record Delay(Duration base, Duration jitter, boolean mayReorder) {
        private static final Duration LONGEST = Duration.ofSeconds(60);

        /** None. */
        public static final Delay NONE = new Delay(Duration.ZERO, Duration.ZERO, false);

        public Delay {
            if (base.isNegative() || jitter.isNegative() || base.plus(jitter).compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        "delay and jitter must be from 0 to 60 s, not " + base + ", " + jitter);
            }
        }
    }
}
