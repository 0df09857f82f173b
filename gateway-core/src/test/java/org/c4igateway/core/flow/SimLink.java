package org.c4igateway.core.flow;

import java.util.Random;

/** How bad the links of a test are. All chances are of one. */
public final class SimLink {
    private final Random random;
    public double silentLoss;
    public double receiptLoss;
    public long maxDelayNanos;
    public int capacity = Integer.MAX_VALUE;

    SimLink(Random random) {
        this.random = random;
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    long delayNanos() {
        return random.nextLong(maxDelayNanos + 1);
    }
}
