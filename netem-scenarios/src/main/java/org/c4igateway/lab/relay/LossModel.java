package org.c4igateway.lab.relay;

import java.util.random.RandomGenerator;

/**
 * Gilbert's model: in the good state nothing is lost, in the bad one everything. The chance to leave the bad state is
 * the inverse of the mean burst, the chance to enter it follows from the share of loss. With a mean burst of 1 losses
 * are drawn independently. Belongs to one thread.
 */
final class LossModel {
    private final RandomGenerator random;
    private final double share;
    private final double enter;
    private final double leave;
    private boolean bad;

    LossModel(double share, double meanBurst, RandomGenerator random) {
        this.random = random;
        this.share = share;
        this.leave = 1 / meanBurst;
        this.enter = share >= 1 ? 1 : Math.min(1, share * leave / (1 - share));
    }

    boolean losesNext() {
        if (leave >= 1) {
            return random.nextDouble() < share;
        }
        bad = bad ? share >= 1 || random.nextDouble() >= leave : random.nextDouble() < enter;
        return bad;
    }
}
