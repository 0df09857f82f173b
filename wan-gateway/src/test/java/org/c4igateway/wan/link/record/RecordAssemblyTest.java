package org.c4igateway.wan.link.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.body.Chunk;
import org.c4igateway.wan.link.measure.ReceiveCounts;
import org.junit.jupiter.api.Test;

/** Records of up to eight bytes. */
class RecordAssemblyTest {
    private final List<String> out = new ArrayList<>();
    private final ReceiveCounts counts = new ReceiveCounts();
    private final RecordAssembly assembly =
            new RecordAssembly(Precedence.FLASH, 8, counts, new RecordAssembly.Output() {
                @Override
                public void record(Precedence precedence, byte[] record) {
                    out.add(new String(record, StandardCharsets.US_ASCII));
                }

                @Override
                public void unreadable() {
                    out.add("unreadable");
                }
            });

    private void take(String flags, String text) {
        assembly.take(
                List.of(new Chunk(flags.contains("["), flags.contains("]"), text.getBytes(StandardCharsets.US_ASCII))));
    }

    @Test
    void takesRecordsUpToTheBound() {
        take("[]", "12345678");
        take("[", "1234");
        take("", "567");
        take("]", "8");
        assertThat(out).containsExactly("12345678", "12345678");
        assertThat(counts.records).isEqualTo(2);

        take("[]", "123456789");

        assertThat(out).endsWith("unreadable");
        assertThat(counts.oversized).isEqualTo(1);
        assertThat(counts.records).isEqualTo(2);
    }

    @Test
    void leavesOutTheRestOfARecordThatIsTooLarge() {
        take("[", "12345678");
        take("", "9");
        take("", "more");
        take("]", "end");
        take("[]", "next");

        assertThat(out).containsExactly("unreadable", "next");
        assertThat(counts.oversized).isEqualTo(1);
        assertThat(counts.abandoned).isZero();
    }

    @Test
    void handsOnNoRecordThatWasLeftOut() {
        take("[]", "");
        take("[]", "next");

        assertThat(out).containsExactly("next");
        assertThat(counts.records).isEqualTo(1);
    }

    @Test
    void abandonsWhatIsOpenWhenAFrameCannotBeRead() {
        take("[", "be");
        assembly.unreadable();
        take("]", "gin");
        assembly.unreadable();
        take("[]", "next");

        assertThat(out).containsExactly("unreadable", "unreadable", "next");
        assertThat(counts.unreadable).isEqualTo(2);
        assertThat(counts.abandoned).as("nothing was open the second time").isEqualTo(1);
    }

    @Test
    void keepsNoPieceOfWhatItAbandoned() {
        take("[", "be");
        assembly.abandon();
        take("", "gin");
        take("[", "ne");
        take("]", "xt");
        assembly.abandon();

        assertThat(out).containsExactly("next");
        assertThat(counts.abandoned).isEqualTo(1);
    }

    @Test
    void abandonsARecordThatIsBegunAgain() {
        take("[", "be");
        take("[", "ne");
        take("]", "xt");
        take("[]", "last");

        assertThat(out).containsExactly("next", "last");
        assertThat(counts.abandoned).isEqualTo(1);
    }

    @Test
    void joinsAnEmptyLastPiece() {
        take("[", "all");
        take("]", "");

        assertThat(out).containsExactly("all");
    }
}
