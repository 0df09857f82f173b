package org.c4igateway.wan.link.settings;

import java.util.Objects;

/**
 * Settings of one link in its sending direction.
 *
 * @param rate how fast
 * @param shares how the rate is divided
 * @param bounds how much memory
 * @param patience how long to wait at least
 */
public record LinkSettings(LinkRate rate, LinkShares shares, LinkBounds bounds, LinkPatience patience) {
    public LinkSettings {
        Objects.requireNonNull(rate);
        Objects.requireNonNull(shares);
        Objects.requireNonNull(bounds);
        Objects.requireNonNull(patience);
    }

    /** Defaults at this rate; they fit 9.6 kbit/s to 1 Gbit/s and round trips of 1 ms to 1.5 s. */
    public static LinkSettings at(long bitsPerSecond) {
        return new LinkSettings(
                LinkRate.of(bitsPerSecond), LinkShares.DEFAULT, LinkBounds.DEFAULT, LinkPatience.DEFAULT);
    }
}
