package org.c4igateway.dds.api.wire;

import java.time.Duration;
import java.util.Optional;

/**
 * What is known of a narrow link, and the settings that follow from it. All receivers share the link's queue, and each
 * gets every datagram by itself, so a writer's backlog is what may wait in that queue, divided by their number.
 *
 * @param bitsPerSecond of the link
 * @param roundTrip time there and back while nothing waits
 * @param receivers nodes behind the link that each get a copy of their own; 1 where messages go by multicast
 */
public record LinkTuning(long bitsPerSecond, Duration roundTrip, int receivers) {
    /** A datagram in one Ethernet frame, and a piece of a sample in one datagram. */
    private static final int DATAGRAM_BYTES = 1_400;

    private static final int FRAGMENT_BYTES = 1_300;

    /** A heartbeat with its headers, in a frame by itself. */
    private static final int HEARTBEAT_BYTES = 94;

    /** Good at 2 Mbit/s and below, without delay. */
    private static final int BASE_BYTES = 32_000;

    private static final double BASE_RATE = 2e6;
    private static final long QUEUE_BYTES = 96_000;
    private static final Duration LEAST = Duration.ofMillis(15);
    private static final Duration MOST_NACK_DELAY = Duration.ofMillis(300);
    private static final Duration MOST_INTERVAL = Duration.ofSeconds(1);
    private static final Duration OF_PROVIDER = Duration.ofMillis(20);
    private static final Duration MOST_HEARTBEAT = Duration.ofMillis(400);
    private static final Duration BLOCKING = Duration.ofMillis(50);
    private static final int MOST_RECEIVERS = 1_000;

    public LinkTuning {
        if (bitsPerSecond < 1 || receivers < 1 || receivers > MOST_RECEIVERS || roundTrip.isNegative()) {
            throw new IllegalArgumentException("a link has a rate, 1 to " + MOST_RECEIVERS
                    + " receivers, and a round trip that is not negative: " + bitsPerSecond + " bit/s, " + receivers
                    + ", " + roundTrip);
        }
    }

    /** Sizes and times on the wire. */
    public WireTuning wire() {
        int backlog = backlogBytes();
        Duration drain = timeFor(backlog * (long) receivers);
        return new WireTuning(
                DATAGRAM_BYTES,
                FRAGMENT_BYTES,
                new WireTuning.Repair(
                        heartbeat(),
                        Optional.of(again(shorter(drain.dividedBy(4), MOST_NACK_DELAY))),
                        Optional.of(shorter(again(merged(drain)), MOST_INTERVAL))),
                new WireTuning.WriterBacklog(backlog / 10 * 9, backlog, false),
                false);
    }

    /** How long one attempt to write waits for room: each that ends without room sends a heartbeat. */
    public Duration blocking() {
        return heartbeat().map(shortest -> shortest.multipliedBy(4)).orElse(BLOCKING);
    }

    /**
     * What one writer may have unacknowledged: enough to fill the link while lost samples are repaired, and for all
     * receivers together not more than about 70 frames, unless they are so many that each has the least.
     */
    private int backlogBytes() {
        double faster = Math.max(1, Math.sqrt(bitsPerSecond / BASE_RATE));
        long forOne = Math.round(BASE_BYTES * faster) + roundTrip.toMillis() * bitsPerSecond / 8_000;
        return (int) Math.clamp(Math.min(forOne, Math.max(QUEUE_BYTES, forOne) / receivers), 4_200, 512_000L);
    }

    /**
     * How long a repair is not sent a second time: a quarter of the time that the backlog takes on the link, up to a
     * half where that is long. Earlier, samples that wait in the link's queue are sent twice, which fills it; later,
     * the link stands idle after a lost repair.
     */
    private static Duration merged(Duration drain) {
        double share = Math.clamp(drain.toNanos() / 1e9, 0.25, 0.5);
        return Duration.ofNanos(Math.round(drain.toNanos() * share));
    }

    /** Not before the first answer can be there. */
    private Duration again(Duration wanted) {
        return longer(longer(wanted, roundTrip.plus(roundTrip.dividedBy(4))), LEAST);
    }

    /** At most a sixteenth of the link is for heartbeats of one writer; a fast link leaves them to the provider. */
    private Optional<Duration> heartbeat() {
        Duration sixteenth = timeFor(HEARTBEAT_BYTES * (long) receivers).multipliedBy(16);
        return sixteenth.compareTo(OF_PROVIDER) > 0
                ? Optional.of(shorter(sixteenth, MOST_HEARTBEAT))
                : Optional.empty();
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private Duration timeFor(long bytes) {
        return Duration.ofNanos(bytes * 8_000_000_000L / bitsPerSecond);
    }
}
