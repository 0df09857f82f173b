package org.c4igateway.dds.transport.wire;

import java.time.Duration;
import java.util.Optional;
import org.c4igateway.core.transport.BitRate;
import org.c4igateway.dds.api.wire.LinkTuning;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The narrowest link on the way to peers, from which settings of the wire follow.
 *
 * @param rate as {@code 128kbit}; null for none, as in a LAN
 * @param roundTrip time there and back while nothing waits; zero when it is short beside what waits in the link
 * @param receivers nodes behind it that each get a copy of their own; 0 for one for each peer that is named
 */
public record NarrowLinkSettings(
        @Nullable String rate,
        @DefaultValue("0ms") Duration roundTrip,
        @DefaultValue("0") int receivers) {
    /** No narrow link. */
    public static final NarrowLinkSettings NONE = new NarrowLinkSettings(null, Duration.ZERO, 0);

    /**
     * What follows.
     *
     * @param peers number of peers that are named
     * @throws IllegalArgumentException when a value is out of its bounds
     */
    public Optional<LinkTuning> tuning(int peers) {
        if (rate != null && !BitRate.isValid(rate)) {
            throw new IllegalArgumentException("rate '" + rate + "' is not a rate; write it as 128kbit or 2Mbit");
        }
        if (rate == null && (receivers != 0 || !roundTrip.isZero())) {
            throw new IllegalArgumentException("round-trip and receivers need a rate; set rate, too");
        }
        if (receivers < 0) {
            throw new IllegalArgumentException("receivers must not be below 0: " + receivers);
        }
        return Optional.ofNullable(rate)
                .map(given -> new LinkTuning(
                        BitRate.bitsPerSecond(given), roundTrip, receivers > 0 ? receivers : Math.max(1, peers)));
    }
}
