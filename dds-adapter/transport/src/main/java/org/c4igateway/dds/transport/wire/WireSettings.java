package org.c4igateway.dds.transport.wire;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.c4igateway.dds.api.wire.WireTuning;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Sizes and times on the wire. What is null follows from the link, or is that of a LAN.
 *
 * @param maxDatagramBytes largest UDP payload sent
 * @param fragmentBytes largest piece of a sample
 * @param backlogBytes maximum unacknowledged bytes of one topic
 * @param repair when lost samples are asked for and sent again
 * @param keyHashes whether each sample carries the hash of its key, for products that need it
 */
public record WireSettings(
        @Nullable Integer maxDatagramBytes,
        @Nullable Integer fragmentBytes,
        @Nullable Integer backlogBytes,
        @DefaultValue Repair repair,
        @DefaultValue("false") boolean keyHashes) {
    /** Nothing set. */
    public static final WireSettings NONE = new WireSettings(null, null, null, new Repair(null, null, null), false);

    private static final int ADAPTIVE_FROM_BYTES = 100_000;

    /**
     * Times of repair; null as above.
     *
     * @param heartbeat shortest time between two heartbeats of a writer that waits for acknowledgements
     * @param nackDelay wait before asking again for a sample
     * @param interval shortest time between two repairs of one sample
     */
    public record Repair(
            @Nullable Duration heartbeat,
            @Nullable Duration nackDelay,
            @Nullable Duration interval) {
        private WireTuning.Repair over(WireTuning.Repair base) {
            return new WireTuning.Repair(
                    Optional.ofNullable(heartbeat).or(base::heartbeat),
                    Optional.ofNullable(nackDelay).or(base::nackDelay),
                    Optional.ofNullable(interval).or(base::interval));
        }
    }

    /**
     * A tuning with what is set here in place of its own.
     *
     * @throws IllegalArgumentException when a value is out of its bounds
     */
    public WireTuning over(WireTuning base) {
        return new WireTuning(
                Objects.requireNonNullElse(maxDatagramBytes, base.maxDatagramBytes()),
                Objects.requireNonNullElse(fragmentBytes, base.fragmentBytes()),
                repair.over(base.repair()),
                backlogBytes == null ? base.backlog() : backlog(backlogBytes),
                keyHashes);
    }

    private static WireTuning.WriterBacklog backlog(int bytes) {
        boolean wide = bytes >= ADAPTIVE_FROM_BYTES;
        return new WireTuning.WriterBacklog(wide ? 1_024 : bytes / 3, bytes, wide);
    }
}
