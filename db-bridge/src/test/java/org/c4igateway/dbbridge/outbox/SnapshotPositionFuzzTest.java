package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.c4igateway.core.store.ReadPosition;
import org.junit.jupiter.params.provider.MethodSource;

/** A reading position is read, and the same after it was written again; or it is refused with a reason. */
class SnapshotPositionFuzzTest {
    static Stream<byte[]> seeds() {
        return Stream.of("", "7:9:", "7:9:3,5+8", "0:0:1+0", "7:9:5+-8", "::")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void readsAPositionOrSaysWhyNot(byte[] text) {
        SnapshotPosition position;
        try {
            position = SnapshotPosition.of(new ReadPosition(new String(text, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s).*\\S.*");
            return;
        }
        assertThat(SnapshotPosition.of(position.toReadPosition())).isEqualTo(position);
    }
}
