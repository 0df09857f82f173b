package org.c4igateway.lab.net;

import java.util.Locale;

/** What impairs links. */
public enum Driver {
    /** The kernel's netem behind a token bucket. */
    NETEM,
    /** Packet filter and token bucket of the kernel; what delays passes a relay in user space too. */
    NFT_TBF,
    /** A relay in user space does everything. Its loss is drawn from a seed. */
    RELAY;

    /** As written in scenarios and results: netem, nft+tbf, relay. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '+');
    }

    /**
     * Whether a driver works here.
     *
     * @param driver the driver
     * @param reason why not; empty when it does
     */
    public record Trial(Driver driver, String reason) {
        /** Whether it works here. */
        public boolean works() {
            return reason.isEmpty();
        }
    }
}
