package org.c4igateway.wan.frame;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.c4igateway.wan.frame.wire.FrameLimits;

/** Datagrams with everything that may be in them, drawn by a seed, and keys to seal them with. */
final class TestDatagrams {
    static final String STREAM = "SITE-A>SITE-B";
    static final long SESSION = 1_795_219_200_000L << 16 | 0xbeef;

    private final RandomGenerator random;
    private long packet;

    TestDatagrams(long seed) {
        random = Traffic.random(seed);
    }

    static KeyRing keys(int sealing, int... others) {
        Map<Integer, byte[]> keys = new java.util.HashMap<>();
        keys.put(sealing, key(sealing));
        for (int other : others) {
            keys.put(other, key(other));
        }
        return KeyRing.of(sealing, keys);
    }

    static byte[] key(int id) {
        byte[] key = new byte[KeyRing.KEY_BYTES];
        Traffic.random(id).nextBytes(key);
        return key;
    }

    static Datagram data(long session, long packet, String body) {
        DataFrame frame = new DataFrame(3, packet, 0, body.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        return new Datagram(session, packet, Optional.empty(), List.of(), Optional.of(frame), false);
    }

    /** The next datagram of a session; always fits. */
    Datagram next(long session) {
        packet += 1 + random.nextInt(random.nextInt(10) == 0 ? 1_000_000 : 3);
        List<Feedback> feedback = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            feedback.add(feedback());
        }
        return new Datagram(
                session,
                packet,
                random.nextInt(3) == 0 ? Optional.of(hello()) : Optional.empty(),
                feedback,
                random.nextInt(4) > 0 ? Optional.of(data()) : Optional.empty(),
                random.nextBoolean());
    }

    private Hello hello() {
        List<Long> dictionaries = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            dictionaries.add(random.nextLong());
        }
        List<Long> heard = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            heard.add(random.nextLong() >>> 1);
        }
        int window = random.nextBoolean() ? 0 : random.nextInt(FrameLimits.MAX_AHEAD);
        return new Hello(
                "SITE-" + random.nextInt(100), random.nextLong(), random.nextLong(), dictionaries, heard, window);
    }

    private Feedback feedback() {
        List<LevelFeedback> levels = new ArrayList<>();
        for (int level = 0; level < FrameLimits.LEVELS; level++) {
            if (random.nextBoolean()) {
                boolean part = random.nextInt(3) == 0;
                int offset = part ? random.nextInt(FrameLimits.MAX_AHEAD) : 0;
                levels.add(new LevelFeedback(level, number(), offset, part && random.nextBoolean(), gaps()));
            }
        }
        long highest = number();
        return new Feedback(random.nextLong() >>> 1, highest, highest / 2, random.nextInt(1_000_000), levels);
    }

    /** Some thick with losses, some with rare ones. */
    BitSet gaps() {
        BitSet received = new BitSet();
        int span = random.nextInt(4) == 0 ? 0 : random.nextInt(400);
        int rarity = random.nextBoolean() ? 3 : 80;
        for (int i = 0; i < span; i++) {
            received.set(i, random.nextInt(rarity) > 0);
        }
        return received;
    }

    private DataFrame data() {
        byte[] body = new byte[random.nextInt(400)];
        random.nextBytes(body);
        long sequence = number();
        return new DataFrame(random.nextInt(FrameLimits.LEVELS), sequence, sequence / 3, body);
    }

    private long number() {
        return random.nextInt(5) == 0 ? random.nextLong() >>> 16 : random.nextInt(100_000);
    }
}
