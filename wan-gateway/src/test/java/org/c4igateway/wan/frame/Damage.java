package org.c4igateway.wan.frame;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.c4igateway.wan.frame.wire.WireOut;

/** Damages bytes the way a broken or hostile sender would. */
public final class Damage {
    private Damage() {}

    public static byte[] to(byte[] bytes, RandomGenerator random) {
        byte[] damaged = bytes.clone();
        for (int i = random.nextInt(1, 6); i > 0 && damaged.length > 0; i--) {
            int at = random.nextInt(damaged.length);
            damaged = switch (random.nextInt(6)) {
                case 0 -> with(damaged, at, damaged[at] ^ (1 << random.nextInt(8)));
                case 1 -> with(damaged, at, random.nextInt(256));
                case 2 -> with(damaged, at, random.nextBoolean() ? 0xff : 0);
                case 3 -> Arrays.copyOf(damaged, at);
                case 4 -> Arrays.copyOf(damaged, damaged.length + random.nextInt(20));
                default -> spliced(damaged, at, random.nextInt(damaged.length));
            };
        }
        return damaged;
    }

    private static byte[] with(byte[] bytes, int at, int value) {
        bytes[at] = (byte) value;
        return bytes;
    }

    /** Leaves out or repeats what stands between two places. */
    private static byte[] spliced(byte[] bytes, int at, int from) {
        return new WireOut(0)
                .raw(bytes, 0, at)
                .raw(bytes, from, bytes.length - from)
                .toArray();
    }
}
