package org.c4igateway.wan.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.GapCode;
import org.c4igateway.wan.frame.wire.WireIn;
import org.c4igateway.wan.frame.wire.WireOut;
import org.junit.jupiter.api.Test;

class LevelFeedbackTest {
    private static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        for (int bit : set) {
            bits.set(bit);
        }
        return bits;
    }

    @Test
    void tellsTheHighestThatArrived() {
        assertThat(new LevelFeedback(1, 100, bits(0, 1, 4)).highest()).isEqualTo(105);
        assertThat(new LevelFeedback(0, 7, new BitSet()).highest()).isEqualTo(6);
    }

    @Test
    void isShortForFewLossesAndForMany() {
        BitSet rare = new BitSet();
        rare.set(0, 10_000);
        rare.clear(5_000);
        BitSet thick = new BitSet();
        for (int i = 0; i < 400; i += 2) {
            thick.set(i);
        }

        assertThat(bytes(new BitSet())).isEqualTo(1);
        assertThat(bytes(rare)).isEqualTo(7);
        assertThat(bytes(thick)).isEqualTo(51);
    }

    @Test
    void survivesItsOwnCoding() {
        TestDatagrams testDatagrams = new TestDatagrams(4);
        for (int i = 0; i < 2_000; i++) {
            BitSet gaps = testDatagrams.gaps();
            WireOut out = new WireOut(16);
            GapCode.write(gaps, out);
            WireIn in = new WireIn(out.toArray(), 0, out.size());

            assertThat(GapCode.read(in)).isEqualTo(gaps);
            in.finish();
            assertThat(in.fault()).isEmpty();
        }
    }

    @Test
    void fitsIntoSoManyBytes() {
        TestDatagrams testDatagrams = new TestDatagrams(5);
        for (int i = 0; i < 2_000; i++) {
            BitSet gaps = testDatagrams.gaps();
            int most = 8 + i % 50;
            int told = GapCode.fitting(gaps, most);
            BitSet part = gaps.get(0, told);

            assertThat(part.length()).isEqualTo(told);
            assertThat(bytes(part)).isLessThanOrEqualTo(most + 2);
            assertThat(told == gaps.length() || bytes(gaps) > most).isTrue();
        }
        assertThat(GapCode.fitting(new BitSet(), 100)).isZero();
    }

    @Test
    void hasABound() {
        assertThatThrownBy(() -> new LevelFeedback(0, 0, bits(FrameLimits.MAX_FEEDBACK_SPAN)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LevelFeedback(4, 0, new BitSet())).isInstanceOf(IllegalArgumentException.class);
    }

    private static int bytes(BitSet gaps) {
        WireOut out = new WireOut(64);
        GapCode.write(gaps, out);
        return out.size();
    }
}
