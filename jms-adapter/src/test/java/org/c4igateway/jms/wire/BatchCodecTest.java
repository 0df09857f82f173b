package org.c4igateway.jms.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.junit.jupiter.api.Test;

class BatchCodecTest {
    private static final SystemName SELF = new SystemName("BRAVO");
    private static final Instant CREATED = Instant.ofEpochSecond(0, 258);
    private static final List<Message> TWO = List.of(
            message(300, "A423", CREATED, Instant.MAX, "", "", utf8("one")),
            message(299, "J071", CREATED.plusNanos(2), CREATED.plusNanos(5), "S", "항", utf8("two!")));
    private static final String HEAD_HEX = "03" // precedence
            + "02" + "05414c504841" + "0441343233" + "00" // names 0
            + "05414c504841" + "044a303731" + "0153" // names 1
            + "ac02" + "0000000000000102"; // first sequence, first created
    private static final String FIRST_HEX = "07" + "00" + "00" + "00" + "00" + "6f6e65";
    private static final String SECOND_HEX = "0d" + "03" + "01" + "01" + "04" + "06" + "03ed95ad" + "74776f21";

    static Message message(
            long sequence, String topic, Instant created, Instant expires, String label, String subject, byte[] body) {
        return new Message(
                new MessageId(new SystemName("ALPHA"), sequence),
                topic,
                Precedence.ROUTINE,
                List.of(SELF),
                created,
                expires,
                label,
                subject,
                body);
    }

    @Test
    void readsWhatItWrote() {
        assertThat(good(BatchCodec.decode(BatchCodec.encode(TWO), SELF))).isEqualTo(TWO);
    }

    @Test
    void readsAnyRowsThatItWrote() {
        for (long seed = 1; seed <= 200; seed++) {
            List<Message> rows = generated(new Random(seed));
            assertThat(good(BatchCodec.decode(BatchCodec.encode(rows), SELF)))
                    .as("seed %d", seed)
                    .isEqualTo(rows);
        }
    }

    @Test
    void isNeverLargerThanReckoned() {
        for (long seed = 1; seed <= 200; seed++) {
            List<Message> rows = generated(new Random(seed));
            int most = rows.stream().mapToInt(BatchWriter::mostBytes).sum();
            assertThat(BatchCodec.encode(rows).length).as("seed %d", seed).isLessThanOrEqualTo(most);
        }
    }

    @Test
    void aBadRecordLosesNoOther() {
        for (String wrong : List.of(
                "07" + "04" + "00" + "00" + "00" + "6f6e65", // flags
                "07" + "00" + "02" + "00" + "00" + "6f6e65", // names
                "07" + "00" + "00" + "d704" + "00" + "6f6e", // sequence 0
                "07" + "02" + "00" + "00" + "00" + "096e65", // subject beyond the end
                "07" + "00" + "00" + "ffffffffff", // number without end
                "00")) {
            List<JmsDecodeResult<Message>> decoded =
                    BatchCodec.decode(bytes(HEAD_HEX + "03" + FIRST_HEX + wrong + SECOND_HEX), SELF);

            assertThat(decoded).as(wrong).hasSize(3);
            assertThat(decoded.get(1)).isInstanceOfSatisfying(JmsDecodeResult.Bad.class, bad -> {
                assertThat(bad.detail()).startsWith("record 2 of 3 in a batch: ");
                assertThat(bad.bytes()).isEqualTo(bytes(wrong.substring(2)));
            });
            assertThat(good(List.of(decoded.get(0), decoded.get(2)))).isEqualTo(TWO);
        }
    }

    @Test
    void keepsWhatCannotBeToldApartAsOne() {
        assertRest("03" + FIRST_HEX + SECOND_HEX, "", "records 3 to 3 of 3 in a batch: ends early");
        assertRest("03" + FIRST_HEX + SECOND_HEX + "05aa", "05aa", "records 3 to 3 of 3 in a batch: ends early");
        assertRest("03" + FIRST_HEX + SECOND_HEX + "ffffffff0faa", "ffffffff0faa", "records 3 to 3 of 3 in a batch: ");
        assertRest("02" + FIRST_HEX + SECOND_HEX + "aabb", "aabb", "bytes after the 2 records of a batch");
    }

    private static void assertRest(String records, String rest, String detail) {
        List<JmsDecodeResult<Message>> decoded = BatchCodec.decode(bytes(HEAD_HEX + records), SELF);
        assertThat(decoded).hasSize(3);
        assertThat(good(decoded.subList(0, 2))).isEqualTo(TWO);
        assertThat(decoded.getLast()).isInstanceOfSatisfying(JmsDecodeResult.Bad.class, bad -> {
            assertThat(bad.detail()).startsWith(detail);
            assertThat(bad.bytes()).isEqualTo(bytes(rest));
        });
    }

    @Test
    void refusesAWrongHead() {
        for (String wrong : List.of(
                "",
                "04" + HEAD_HEX.substring(2) + "00",
                HEAD_HEX,
                HEAD_HEX + "8108", // 1,025 records
                "03" + "8108",
                "03" + "01" + "8118" + "00",
                "03" + "ffffffffffffffffff7f")) {
            assertThatThrownBy(() -> BatchCodec.decode(bytes(wrong), SELF))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** Whatever arrives ends as rows and bytes, within the bound of one batch. */
    @Test
    void survivesAnyDamage() {
        for (long seed = 1; seed <= 2_000; seed++) {
            Random random = new Random(seed);
            byte[] damaged = BatchCodec.encode(generated(random));
            for (int i = random.nextInt(4); i >= 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length + 1));
            try {
                assertThat(BatchCodec.decode(damaged, SELF)).hasSizeLessThanOrEqualTo(BatchCodec.MAX_ROWS + 1);
            } catch (IllegalArgumentException e) {
                assertThat(e).as("seed %d", seed).hasMessageNotContaining("null");
            }
        }
    }

    static List<Message> generated(Random random) {
        List<Message> rows = new ArrayList<>();
        for (int i = random.nextInt(40); i >= 0; i--) {
            byte[] payload = new byte[random.nextInt(300)];
            random.nextBytes(payload);
            Instant created = MessageCodec.instant(random.nextLong());
            rows.add(message(
                    random.nextLong(1, Long.MAX_VALUE),
                    random.nextBoolean() ? "A423" : "J" + random.nextInt(3),
                    created,
                    random.nextBoolean() ? Instant.MAX : MessageCodec.instant(random.nextLong()),
                    random.nextBoolean() ? "" : "비밀 " + random.nextInt(2),
                    random.nextBoolean() ? "" : "항적 " + random.nextInt(),
                    payload));
        }
        return rows;
    }

    private static List<Message> good(List<JmsDecodeResult<Message>> decoded) {
        return decoded.stream()
                .map(each -> ((JmsDecodeResult.Good<Message>) each).value())
                .toList();
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void writesEachTimeThatItReads() {
        for (long nanos : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE}) {
            assertThat(MessageCodec.nanos(MessageCodec.instant(nanos))).isEqualTo(nanos);
        }
    }
}
