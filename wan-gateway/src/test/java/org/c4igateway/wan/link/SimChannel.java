package org.c4igateway.wan.link;

import java.util.Random;
import java.util.function.Consumer;

/**
 * One direction from one site to another, behind the sender's shaper: loses, repeats, delays, reorders, breaks. What
 * the shaper took has used the link whether it is lost or not.
 */
final class SimChannel {
    private final SimTime time;
    private final Random random;
    private final Consumer<byte[]> receiver;
    double loss;
    /** Gilbert-Elliott: chance to go bad and to go good again, per datagram; lossless when good. 0 for no bursts. */
    double goesBad;

    double goesGood = 0.3;
    double duplication;
    double reordering;
    long delayNanos;
    long jitterNanos;
    boolean broken;
    private boolean bad;
    long lost;
    long carried;

    SimChannel(SimTime time, Random random, Consumer<byte[]> receiver) {
        this.time = time;
        this.random = random;
        this.receiver = receiver;
    }

    void calm() {
        loss = 0;
        goesBad = 0;
        bad = false;
        duplication = 0;
        reordering = 0;
        jitterNanos = 0;
        broken = false;
    }

    /** Takes a datagram whose last bit leaves the shaper at this time. */
    void carry(byte[] datagram, long leavesAtNanos) {
        carried++;
        bad = bad ? random.nextDouble() >= goesGood : random.nextDouble() < goesBad;
        if (broken || bad || random.nextDouble() < loss) {
            lost++;
            return;
        }
        int copies = random.nextDouble() < duplication ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            boolean late = random.nextDouble() < reordering;
            long extra = late || i > 0 ? (long) (random.nextDouble() * jitterNanos) : 0;
            time.at(leavesAtNanos + delayNanos + extra, () -> receiver.accept(datagram));
        }
    }
}
