package org.c4igateway.dds.api.wire;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Sizes and times on the wire. A provider refuses what it cannot do.
 *
 * @param maxDatagramBytes largest UDP payload sent
 * @param fragmentBytes largest piece of a sample in one submessage; larger samples are fragmented
 * @param repair when lost samples are asked for and sent again
 * @param backlog bounds of a reliable writer's unacknowledged bytes
 * @param keyHashes whether each sample carries the hash of its key (RTPS 2.5, 9.6.4.8), 24 bytes; some products do not
 *     learn without it which instance was disposed or unregistered
 */
public record WireTuning(
        int maxDatagramBytes, int fragmentBytes, Repair repair, WriterBacklog backlog, boolean keyHashes) {
    /** Fast Ethernet and up: datagrams of several frames. */
    public static final WireTuning LAN =
            new WireTuning(14_720, 1_344, Repair.OF_PROVIDER, new WriterBacklog(1_024, 512_000, true), false);

    public WireTuning {
        Objects.requireNonNull(repair);
        Objects.requireNonNull(backlog);
        if (maxDatagramBytes < 1_024 || maxDatagramBytes > 65_507) {
            throw new IllegalArgumentException("max datagram must be 1024 to 65507 bytes: " + maxDatagramBytes);
        }
        if (fragmentBytes < 512 || fragmentBytes > maxDatagramBytes) {
            throw new IllegalArgumentException(
                    "fragment must be 512 to " + maxDatagramBytes + " bytes: " + fragmentBytes);
        }
    }

    /**
     * Tuning for a link on which a lost datagram must cost one frame only.
     *
     * @param bandwidthDelayBytes bytes in flight on the link
     * @param nackDelay 30 ms at 2 Mbit/s to 200 ms at 128 kbit/s
     */
    public static WireTuning narrow(int bandwidthDelayBytes, Duration nackDelay) {
        int high = Math.max(6_000, bandwidthDelayBytes);
        Repair repair = new Repair(Optional.empty(), Optional.of(nackDelay), Optional.empty());
        return new WireTuning(1_400, 1_300, repair, new WriterBacklog(high / 3, high, false), false);
    }

    /** @return the same with the hash of the key in each sample */
    public WireTuning withKeyHashes() {
        return new WireTuning(maxDatagramBytes, fragmentBytes, repair, backlog, true);
    }

    /**
     * Times of repair, each longer than zero; an empty one leaves the provider's default.
     *
     * @param heartbeat shortest time between two heartbeats of a writer that waits for acknowledgements
     * @param nackDelay wait of a reader before it asks again for what it has asked for
     * @param interval shortest time between two repairs of one sample: a repair that still waits in the queue of a slow
     *     link is not sent a second time. A repair goes to all readers then
     */
    public record Repair(Optional<Duration> heartbeat, Optional<Duration> nackDelay, Optional<Duration> interval) {
        /** The provider's defaults. */
        public static final Repair OF_PROVIDER = new Repair(Optional.empty(), Optional.empty(), Optional.empty());

        public Repair {
            positive("heartbeat", heartbeat);
            positive("nack delay", nackDelay);
            positive("repair interval", interval);
        }

        private static void positive(String name, Optional<Duration> time) {
            if (time.filter(value -> !value.isPositive()).isPresent()) {
                throw new IllegalArgumentException(name + " must be longer than zero: " + time.get());
            }
        }
    }

    /**
     * Flow control of a reliable writer.
     *
     * @param lowBytes writing goes on below this
     * @param highBytes writing waits above this
     * @param adaptive whether the provider may lower the upper mark under retransmission
     */
    public record WriterBacklog(int lowBytes, int highBytes, boolean adaptive) {
        public WriterBacklog {
            if (lowBytes < 0 || highBytes <= lowBytes) {
                throw new IllegalArgumentException(
                        "backlog marks must be 0 <= low < high: " + lowBytes + ", " + highBytes);
            }
        }
    }
}
