package org.c4igateway.core.flow;

import java.util.Random;

/** How bad the links of a simulation are. All chances are of one. */
public final class SimLink {
    final Random random;
    double backPressure;
    double disconnectedOutcome;
    public double silentLoss;
    double duplication;
    public double receiptLoss;
    double receiptDuplication;
    int refusedPercent;
    public long maxDelayNanos = 3_000_000;
    long maxReceiptDelayNanos = 3_000_000;
    public int capacity = 64;

    SimLink(Random random) {
        this.random = random;
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    long delayNanos() {
        return random.nextLong(maxDelayNanos + 1);
    }

    /** @return when each copy of a receipt arrives; empty when it is lost */
    long[] receiptDelaysNanos() {
        if (chance(receiptLoss)) {
            return new long[0];
        }
        long[] delays = new long[chance(receiptDuplication) ? 2 : 1];
        for (int i = 0; i < delays.length; i++) {
            delays[i] = random.nextLong(maxReceiptDelayNanos + 1);
        }
        return delays;
    }

    /** From now on nothing goes wrong. */
    void calm() {
        backPressure = 0;
        disconnectedOutcome = 0;
        silentLoss = 0;
        duplication = 0;
        receiptLoss = 0;
        receiptDuplication = 0;
    }
}
