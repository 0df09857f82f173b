package org.c4igateway.lab.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StreamContentTest {
    /** The first outputs of SplitMix64 with seed 1234567, as other implementations publish them. */
    @Test
    void isTheOutputOfSplitMix64() {
        ByteBuffer first =
                ByteBuffer.wrap(part(new StreamContent(1_234_567), 0, 24)).order(ByteOrder.LITTLE_ENDIAN);

        assertThat(Long.toUnsignedString(first.getLong())).isEqualTo("6457827717110365317");
        assertThat(Long.toUnsignedString(first.getLong())).isEqualTo("3203168211198807973");
        assertThat(Long.toUnsignedString(first.getLong())).isEqualTo("9817491932198370423");
    }

    @Test
    void isTheSameInWhateverPartsItIsMade() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        StreamContent content = new StreamContent(seed);
        byte[] whole = part(content, 0, 1_000);
        for (int i = 0; i < 500; i++) {
            int from = random.nextInt(whole.length);
            int until = random.nextInt(from, whole.length + 1);

            assertThat(part(content, from, until - from))
                    .as("seed %d, bytes %d to %d", seed, from, until)
                    .isEqualTo(Arrays.copyOfRange(whole, from, until));
        }
    }

    private static byte[] part(StreamContent content, long at, int bytes) {
        ByteBuffer part = ByteBuffer.allocate(bytes);
        content.write(at, part);
        return part.array();
    }
}
