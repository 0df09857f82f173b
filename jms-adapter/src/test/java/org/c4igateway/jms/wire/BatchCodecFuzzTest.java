package org.c4igateway.jms.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.jms.wire.JmsDecodeResult.Bad;
import org.c4igateway.jms.wire.JmsDecodeResult.Good;
import org.junit.jupiter.params.provider.MethodSource;

/** Each record of a batch is read, and the same after it was written again; or it is refused with a reason. */
class BatchCodecFuzzTest {
    private static final SystemName SELF = new SystemName("BRAVO");
    private static final Instant CREATED = Instant.parse("2026-11-22T12:00:00.000001Z");

    static Stream<byte[]> seeds() {
        byte[] text = "MSGID/SITREP/1 CORPS/0001/NOV//\n".getBytes(StandardCharsets.US_ASCII);
        Message first = BatchCodecTest.message(7, "A021", CREATED, Instant.MAX, "EXERCISE", "", text);
        Message second =
                BatchCodecTest.message(9, "J095", CREATED.plusSeconds(1), CREATED.plusSeconds(60), "", "track 4", text);
        return Stream.of(BatchCodec.encode(List.of(first)), BatchCodec.encode(List.of(first, second)));
    }

    @MethodSource("seeds")
    @FuzzTest
    void readsEachRecordOrSaysWhyNot(byte[] rows) {
        List<JmsDecodeResult<Message>> decoded;
        try {
            decoded = BatchCodec.decode(rows, SELF);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s).*\\S.*");
            return;
        }
        assertThat(decoded).hasSizeLessThanOrEqualTo(BatchCodec.MAX_ROWS + 1);
        for (JmsDecodeResult<Message> each : decoded) {
            switch (each) {
                case Good<Message>(Message message) ->
                    assertThat(BatchCodec.decode(BatchCodec.encode(List.of(message)), SELF))
                            .containsExactly(each);
                case Bad<Message>(var code, String detail, byte[] bytes) -> {
                    assertThat(code).isNotNull();
                    assertThat(detail).isNotBlank();
                    assertThat(bytes.length).isLessThanOrEqualTo(JmsDecodeResult.Bad.MAX_BYTES);
                }
            }
        }
    }
}
