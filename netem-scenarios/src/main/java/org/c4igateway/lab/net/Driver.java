package org.c4igateway.lab.net;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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

    /**
     * The first that works here, or the wanted one.
     *
     * @param trials of all drivers, the best first
     * @param wanted null for any
     * @throws IOException naming what each lacks, when there is none
     */
    public static Driver choose(List<Trial> trials, @Nullable Driver wanted) throws IOException {
        StringBuilder reasons = new StringBuilder();
        for (Trial trial : trials) {
            boolean meant = wanted == null || wanted == trial.driver();
            if (meant && trial.works()) {
                return trial.driver();
            }
            if (meant) {
                reasons.append("\n  ")
                        .append(trial.driver().label())
                        .append(": ")
                        .append(trial.reason());
            }
        }
        throw new IOException("links cannot be impaired here:" + reasons);
    }
}
