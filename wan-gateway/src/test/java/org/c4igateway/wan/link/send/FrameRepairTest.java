package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.wan.link.send.SendSide.BEST_EFFORT;
import static org.c4igateway.wan.link.send.SendSide.MILLI;
import static org.c4igateway.wan.link.send.SendSide.RELIABLE;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.link.Balance;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lost frames are made again without what has ended since. */
class FrameRepairTest {
    private static final int ROOM = 900;

    private final SendSide side = new SendSide(1);

    @AfterEach
    void everyRecordIsAccountedFor() {
        assertThat(side.accounts.tallies()).allMatch(Balance::holds);
    }

    @Test
    void makesTheSameBodyAgain() {
        offer("one", RELIABLE);
        offer("two", RELIABLE);
        FrameBuilder.Built built = fresh();

        FrameBuilder.Built again = rebuild(built.frame(), built.body().length);

        assertThat(again.frame()).isSameAs(built.frame());
        assertThat(again.body()).isEqualTo(built.body());
        assertThat(side.endings.told).isEmpty();
    }

    @Test
    void leavesOutAWholeRecordThatExpires() {
        offer("one", RELIABLE);
        offer("two", DeliveryOptions.reliable(10 * MILLI));
        offer("three", RELIABLE);
        Frame frame = fresh().frame();
        side.now = 10 * MILLI;

        assertThat(repaired(frame)).containsExactly("[one]", "[three]");

        assertThat(side.endings.told).containsExactly("1 EXPIRED");
        assertThat(repaired(frame)).as("once more").containsExactly("[one]", "[three]");
    }

    @Test
    void leavesOutAWholeRecordThatVanishes() {
        offer("one", RELIABLE);
        FadingPayload two = offer("two", RELIABLE);
        Frame frame = fresh().frame();
        two.gone = true;

        assertThat(repaired(frame)).containsExactly("[one]");

        assertThat(side.endings.told).containsExactly("1 DROPPED_UNREADABLE");
    }

    @Test
    void waitsForARecordThatIsAway() {
        offer("one", RELIABLE);
        FadingPayload two = offer("two", RELIABLE);
        Frame frame = fresh().frame();
        two.away = true;

        assertThat(side.builder.rebuild(side.level(FLASH), frame, ROOM, side.now))
                .isNull();
        two.away = false;

        assertThat(repaired(frame)).containsExactly("[one]", "[two]");
        assertThat(side.endings.told).isEmpty();
    }

    @Test
    void leavesOutWhatIsSentOnce() {
        offer("one", BEST_EFFORT);
        offer("two", RELIABLE);

        assertThat(repaired(fresh().frame())).containsExactly("[two]");

        assertThat(side.endings.told).containsExactly("0 SENT");
    }

    @Test
    void closesAnIncompleteRecordThatGoesOnInTheNextFrame() {
        offer("one", RELIABLE);
        offer("a".repeat(1_500), DeliveryOptions.reliable(10 * MILLI));
        Frame frame = fresh().frame();
        side.now = 10 * MILLI;

        assertThat(repaired(frame)).containsExactly("[one]", "[]");
    }

    @Test
    void closesAnIncompleteRecordThatBeganInAnEarlierFrame() {
        offer("a".repeat(1_500), DeliveryOptions.reliable(10 * MILLI));
        fresh();
        offer("one", RELIABLE);
        Frame frame = fresh().frame();
        side.now = 10 * MILLI;

        assertThat(repaired(frame)).containsExactly("[]", "[one]");
    }

    @Test
    void closesAnIncompleteRecordThatBeganBeforeAndGoesOn() {
        offer("a".repeat(2_500), DeliveryOptions.reliable(10 * MILLI));
        fresh();
        Frame frame = fresh().frame();
        side.now = 10 * MILLI;

        assertThat(repaired(frame)).containsExactly("[]");
    }

    @Test
    void makesPiecesAgainAsTheyWere() {
        offer("ab".repeat(750), RELIABLE);
        FrameBuilder.Built first = fresh();
        FrameBuilder.Built second = fresh();

        assertThat(rebuild(first.frame(), ROOM).body()).isEqualTo(first.body());
        assertThat(rebuild(second.frame(), ROOM).body()).isEqualTo(second.body());
    }

    /** Room has become less, say for a smaller packer: what came last goes, no more than has to. */
    @Test
    void dropsTheLastRecordsThatDoNotFit() {
        for (String letter : List.of("a", "b", "c")) {
            offer(letter.repeat(100), RELIABLE);
        }
        Frame frame = fresh().frame();
        List<byte[]> firstTwo = List.of(
                "a".repeat(100).getBytes(StandardCharsets.US_ASCII),
                "b".repeat(100).getBytes(StandardCharsets.US_ASCII));
        int two = ChunkPacker.plain().pack(firstTwo, 0, ROOM).body().length;

        byte[] body = rebuild(frame, two).body();

        assertThat(SendSide.pieces(body)).containsExactly("[" + "a".repeat(100) + "]", "[" + "b".repeat(100) + "]");
        assertThat(side.endings.told).containsExactly("2 DROPPED_TOO_LARGE");
        rebuild(frame, two - 1);
        assertThat(side.endings.told).containsExactly("2 DROPPED_TOO_LARGE", "1 DROPPED_TOO_LARGE");
    }

    @Test
    void dropsOnlyWhatWouldBeRepaired() {
        offer("a".repeat(100), RELIABLE);
        offer("b".repeat(100), RELIABLE);
        offer("c".repeat(100), BEST_EFFORT);
        offer("d".repeat(1_500), BEST_EFFORT);
        Frame frame = fresh().frame();

        assertThat(SendSide.pieces(rebuild(frame, 120).body())).containsExactly("[" + "a".repeat(100) + "]", "[]");

        assertThat(side.endings.told).containsExactly("2 SENT", "1 DROPPED_TOO_LARGE");
    }

    /**
     * zstd compresses no text of less than 64 bytes. With an ended record of 30 the text is long enough to become
     * shorter than what is left of it: where only that fits, it goes out as it was.
     */
    @Test
    void goesOutAsItWasWhenWhatIsLeftFitsOnlyTogetherWithWhatHasGone() {
        try (ChunkPacker compressing = ChunkPacker.compressing(1)) {
            side.builder.use(compressing);
            offer(digits(30, 1), DeliveryOptions.reliable(10 * MILLI));
            FadingPayload gone = offer("vanishes", DeliveryOptions.reliable(10 * MILLI));
            offer(digits(58, 2), RELIABLE);
            Frame frame = fresh().frame();
            gone.gone = true;
            side.now = 10 * MILLI;
            List<String> left = List.of("[" + digits(58, 2) + "]");
            List<String> whole = List.of("[" + digits(30, 1) + "]", "[]", "[" + digits(58, 2) + "]");
            int leftBytes = rebuild(frame, ROOM).body().length;
            int wholeBytes = rebuild(frame, leftBytes - 1).body().length;

            assertThat(wholeBytes).isLessThan(leftBytes);
            assertThat(repaired(frame, leftBytes)).isEqualTo(left);
            assertThat(repaired(frame, leftBytes - 1)).isEqualTo(whole);
            assertThat(repaired(frame, wholeBytes)).isEqualTo(whole);
            assertThat(side.endings.told).containsExactly("0 EXPIRED", "1 EXPIRED");

            assertThat(repaired(frame, wholeBytes - 1)).isEmpty();
            assertThat(side.endings.told).containsExactly("0 EXPIRED", "1 EXPIRED", "2 DROPPED_TOO_LARGE");
        }
    }

    private static String digits(int count, long seed) {
        return new Random(seed).ints(count, 0, 4).mapToObj(Integer::toString).collect(Collectors.joining());
    }

    private FadingPayload offer(String text, DeliveryOptions handling) {
        FadingPayload payload = new FadingPayload(text);
        side.offer(FLASH, payload, handling);
        return payload;
    }

    private FrameBuilder.Built fresh() {
        return Objects.requireNonNull(side.builder.fresh(side.level(FLASH), ROOM, side.now));
    }

    private FrameBuilder.Built rebuild(Frame frame, int room) {
        return Objects.requireNonNull(side.builder.rebuild(side.level(FLASH), frame, room, side.now));
    }

    private List<String> repaired(Frame frame) {
        return repaired(frame, ROOM);
    }

    private List<String> repaired(Frame frame, int room) {
        return SendSide.pieces(rebuild(frame, room).body());
    }
}
