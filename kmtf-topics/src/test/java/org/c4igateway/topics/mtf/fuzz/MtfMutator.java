package org.c4igateway.topics.mtf.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Damages messages in the ways that hurt a parser of this format: lost and doubled marks, cut and joined lines, foreign
 * bytes, pieces of other messages, long repetitions. Same seed and corpus, same sequence. Not safe for several threads.
 */
public final class MtfMutator {
    private static final int LONGEST_BYTES = 64 << 10;
    private static final int MAX_CHANGES = 6;
    private static final List<String> PIECES = List.of(
            "//",
            "/",
            "\n",
            "\r\n",
            "\r\r\n",
            "//\n",
            "\n/",
            "/\n",
            ":",
            "-",
            "/-/",
            " ",
            "//  ",
            "https://x.y/z",
            "\nPAGE 02 RUKRABC0001 UNCLAS\n",
            "\nBT\n",
            "\nNNNN\n",
            "\n#0001\n",
            "MSGID/",
            "\nMSGID/GOLD/X/1/MAY\nCTC/",
            "EXER/A//\nOPER/B//\n",
            "AMPN/",
            "\nNARR/",
            "RMKS//",
            "GENTEXT/",
            "\nGENTEXT\n/S\n/T//\n",
            "1AMMO\n/A/B\n",
            "PRF:-",
            "DESC:",
            "\u0000",
            "\t",
            "\u001b[31m",
            "\uFEFF",
            "\u202E",
            "똠",
            "REF/A/B//\n",
            "ABCDEFGHIJKLM/");

    private final RandomGenerator random;
    private final List<byte[]> corpus;

    /** Mutates messages of a corpus, which has at least one. */
    public MtfMutator(List<byte[]> corpus, long seed) {
        if (corpus.isEmpty()) {
            throw new IllegalArgumentException("a mutator needs at least one message");
        }
        this.corpus = List.copyOf(corpus);
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    /** The next damaged message, at most 64 KiB and one piece long; a fresh array. */
    public byte[] next() {
        byte[] message = any().clone();
        int changes = 1 + random.nextInt(MAX_CHANGES);
        for (int i = 0; i < changes && message.length < LONGEST_BYTES; i++) {
            message = change(message);
        }
        return message;
    }

    private byte[] change(byte[] message) {
        int at = random.nextInt(message.length + 1);
        int to = at + random.nextInt(Math.min(64, message.length - at) + 1);
        return switch (random.nextInt(9)) {
            case 0 -> splice(message, at, to, new byte[0]);
            case 1 -> splice(message, at, at, piece());
            case 2 -> splice(message, at, to, piece());
            case 3 -> splice(message, at, Math.min(at + 1, message.length), new byte[] {(byte) random.nextInt(256)});
            case 4 -> splice(message, at, message.length, new byte[0]);
            case 5 -> splice(message, at, at, Arrays.copyOfRange(message, at, to));
            case 6 -> splice(message, at, at, slice(any()));
            case 7 -> splice(message, at, at, repeated());
            default -> noise(message, at, to);
        };
    }

    private byte[] any() {
        return corpus.get(random.nextInt(corpus.size()));
    }

    private byte[] piece() {
        return PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8);
    }

    private byte[] slice(byte[] other) {
        int from = random.nextInt(other.length + 1);
        return Arrays.copyOfRange(other, from, from + random.nextInt(other.length - from + 1));
    }

    private byte[] repeated() {
        byte[] piece = piece();
        int times = 1 + random.nextInt(random.nextInt(20) == 0 ? 2_000 : 20);
        byte[] result = new byte[piece.length * times];
        for (int i = 0; i < times; i++) {
            System.arraycopy(piece, 0, result, i * piece.length, piece.length);
        }
        return result;
    }

    private byte[] noise(byte[] message, int from, int to) {
        byte[] result = message.clone();
        for (int i = from; i < to; i++) {
            result[i] = (byte) random.nextInt(256);
        }
        return result;
    }

    private static byte[] splice(byte[] message, int from, int to, byte[] middle) {
        byte[] result = new byte[message.length - (to - from) + middle.length];
        System.arraycopy(message, 0, result, 0, from);
        System.arraycopy(middle, 0, result, from, middle.length);
        System.arraycopy(message, to, result, from + middle.length, message.length - to);
        return result;
    }
}
