package org.c4igateway.dds.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Sizes and times on the wire. A provider refuses what it cannot do.
 *
 * @param maxDatagramBytes largest UDP payload sent
 * @param fragmentBytes largest piece of a sample in one submessage; larger samples are fragmented
 * @param nackDelay wait of a reader before it asks for a repair; empty leaves the provider's default
 * @param backlog bounds of what a reliable writer has sent and not seen acknowledged
 */
public record WireTuning(int maxDatagramBytes, int fragmentBytes, Optional<Duration> nackDelay, WriterBacklog backlog) {
    /** Fast Ethernet and up: datagrams of several frames. */
    public static final WireTuning LAN =
            new WireTuning(14_720, 1_344, Optional.empty(), new WriterBacklog(1_024, 512_000, true));

    public WireTuning {
        Objects.requireNonNull(nackDelay);
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
        return new WireTuning(1_400, 1_300, Optional.of(nackDelay), new WriterBacklog(high / 3, high, false));
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
