package org.c4igateway.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Random;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Receipt.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReceiptTest {
    private static String detail(String text) {
        return new Rejection(1, ErrorCode.DATABASE_REFUSED, text).detail();
    }

    @ParameterizedTest
    @CsvSource({"x, 512", "é, 256", "가, 170", "😀, 128", "\ud800\udc00, 128"})
    void cutsADetailByOctetsAtACharacter(String character, int characters) {
        assertThat(detail(character.repeat(5_000))).isEqualTo(character.repeat(characters));
    }

    @Test
    void holdsABoundedNumberOfRangesAndRejectionsTogether() {
        assertThat(receipt(500, 500).delivered()).hasSize(500);
        assertThatIllegalArgumentException().isThrownBy(() -> receipt(501, 500));
        assertThatIllegalArgumentException().isThrownBy(() -> receipt(500, 501));
    }

    private static Receipt receipt(int ranges, int rejections) {
        SystemName receiver = new SystemName("BRAVO");
        return new Receipt(
                receiver,
                new SystemName("ALPHA"),
                Collections.nCopies(ranges, new SequenceRange(1, 1)),
                Collections.nCopies(rejections, new Rejection(2, ErrorCode.DATABASE_REFUSED, "")));
    }

    @Test
    void keepsADetailOnOneLineAndWithoutWhatNoTextMayHold() {
        assertThat(detail("a\0b\nc\rd\u001be\u0085f\u2028g\u2029h\u007fi")).isEqualTo("a b c d e f g h i");
        assertThat(detail("\ud800 \udc00")).isEqualTo("? ?");
        assertThat(detail("늦음 😀")).isEqualTo("늦음 😀");
    }

    @Test
    void makesADetailThatIsBoundedWhateverItWas() {
        Random random = new Random(20261122);
        for (int run = 0; run < 2_000; run++) {
            String text = random.ints(random.nextInt(1_000), 0, 0x10000)
                    .collect(StringBuilder::new, (all, c) -> all.append((char) c), StringBuilder::append)
                    .toString();

            String carried = detail(text);

            byte[] utf8 = carried.getBytes(StandardCharsets.UTF_8);
            assertThat(utf8.length).isLessThanOrEqualTo(Rejection.MAX_DETAIL_BYTES);
            assertThat(new String(utf8, StandardCharsets.UTF_8)).isEqualTo(carried);
            assertThat(carried.codePoints().noneMatch(Character::isISOControl)).isTrue();
            assertThat(detail(carried)).isEqualTo(carried);
        }
    }
}
