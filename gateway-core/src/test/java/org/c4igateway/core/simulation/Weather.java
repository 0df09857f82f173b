package org.c4igateway.core.simulation;

import java.util.SplittableRandom;

/** How bad things are in one life, drawn once; calm from {@link #calm} on. Probabilities are per step or per call. */
final class Weather {
    final boolean losesQuietly;
    final boolean leapsDays;
    final boolean failsOver;
    final double switches;
    double away;
    double quietLoss;
    double duplication;
    double receiptLoss;
    double backPressure;
    double disconnects;
    double breaks;
    double kills;
    double stops;
    double clockSteps;
    double crashes;
    final long maxDelayNanos;
    final int capacity;
    /** Of a server that submits. */
    final int rowsAtOnce;

    private final int refusedPercent;

    Weather(SplittableRandom random) {
        losesQuietly = random.nextInt(4) == 0;
        leapsDays = random.nextInt(5) == 0;
        failsOver = random.nextInt(3) == 0;
        switches = random.nextInt(4) == 0 ? 1 : random.nextDouble();
        away = some(random, 0.1);
        quietLoss = losesQuietly ? some(random, 0.2) : 0;
        duplication = some(random, 0.2);
        receiptLoss = some(random, 0.4);
        backPressure = some(random, 0.2);
        breaks = some(random, 0.05);
        kills = some(random, 0.01);
        stops = some(random, 0.01);
        clockSteps = some(random, 0.01);
        crashes = some(random, 0.006);
        maxDelayNanos = 1 + random.nextLong(20_000_000);
        capacity = 1 + random.nextInt(60);
        rowsAtOnce = random.nextInt(6) == 0 ? 1 + random.nextInt(6) : 1;
        refusedPercent = random.nextInt(3);
        disconnects = some(random, 0.05);
    }

    private static double some(SplittableRandom random, double most) {
        return random.nextBoolean() ? 0 : random.nextDouble() * most;
    }

    /** @return whether transports refuse the row of that number, in calm as well */
    boolean refuses(long sequence) {
        return sequence % 100 < refusedPercent;
    }

    /** From now on nothing goes wrong. */
    void calm() {
        away = 0;
        quietLoss = 0;
        duplication = 0;
        receiptLoss = 0;
        backPressure = 0;
        disconnects = 0;
        breaks = 0;
        kills = 0;
        stops = 0;
        clockSteps = 0;
        crashes = 0;
    }
}
