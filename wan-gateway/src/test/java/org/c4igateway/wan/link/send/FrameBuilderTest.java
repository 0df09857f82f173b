package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.core.message.Precedence.PRIORITY;
import static org.c4igateway.wan.link.send.SendSide.BEST_EFFORT;
import static org.c4igateway.wan.link.send.SendSide.MILLI;
import static org.c4igateway.wan.link.send.SendSide.RELIABLE;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.body.Unpacking;
import org.c4igateway.wan.link.Balance;
import org.c4igateway.wan.link.measure.LevelTally;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.OfferResult;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.record.StreamKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiting records are put into new frames. */
class FrameBuilderTest {
    private static final int ROOM = 900;

    private final SendSide side = new SendSide(1);
    private final SendLevel level = side.level(FLASH);

    @AfterEach
    void everyRecordIsAccountedFor() {
        assertThat(side.accounts.tallies()).allMatch(Balance::holds);
    }

    @Test
    void putsWhatWaitsIntoOneFrame() {
        for (String record : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
            offer(record.repeat(100), RELIABLE);
        }

        FrameBuilder.Built built = fresh();

        assertThat(SendSide.pieces(built.body()))
                .containsExactly(
                        whole("a"), whole("b"), whole("c"), whole("d"), whole("e"), whole("f"), whole("g"), whole("h"));
        assertThat(built.frame().sequence).isZero();
        assertThat(tally().queued()).isZero();
        assertThat(tally().inFlight()).isEqualTo(8);
        assertThat(tally().traffic().bytesBefore()).isEqualTo(800);
        assertThat(tally().traffic().bytesAfter()).isEqualTo(built.body().length);
        assertThat(side.builder.fresh(level, ROOM, 0)).isNull();
    }

    private static String whole(String letter) {
        return "[" + letter.repeat(100) + "]";
    }

    @Test
    void splitsARecordAndGoesOnWithItBeforeOthers() {
        offer("a".repeat(1_000), RELIABLE);
        offer("b".repeat(10), RELIABLE);

        FrameBuilder.Built first = fresh();
        FrameBuilder.Built second = fresh();

        int bytes = first.frame().pieces.getFirst().length();
        assertThat(bytes).isBetween(ROOM - 20, ROOM);
        assertThat(SendSide.pieces(first.body())).containsExactly("[" + "a".repeat(bytes) + ")");
        assertThat(SendSide.pieces(second.body()))
                .containsExactly("(" + "a".repeat(1_000 - bytes) + "]", "[" + "b".repeat(10) + "]");
        assertThat(tally().inFlight()).isEqualTo(2);
        assertThat(side.scheduler.hasWork()).isFalse();
    }

    @Test
    void sendsWhatIsBeforeBytesThatAreAwayAndNothingBehindThem() {
        offer("a", RELIABLE);
        FadingPayload away = new FadingPayload("b");
        side.offer(FLASH, away, RELIABLE);
        offer("c", RELIABLE);
        side.offer(PRIORITY);
        away.away = true;

        assertThat(SendSide.pieces(fresh().body())).containsExactly("[a]");
        assertThat(side.scheduler.hasWork(FLASH.code())).isFalse();
        assertThat(side.builder.fresh(level, ROOM, 0)).isNull();
        assertThat(side.scheduler.hasWork(PRIORITY.code())).isTrue();
        away.away = false;

        assertThat(side.scheduler.hasWork(FLASH.code())).isTrue();
        assertThat(SendSide.pieces(fresh().body())).containsExactly("[b]", "[c]");
        assertThat(side.endings.told).isEmpty();
    }

    @Test
    void goesOnWithABegunRecordWhoseBytesAreBack() {
        FadingPayload begun = new FadingPayload("a".repeat(1_000));
        side.offer(FLASH, begun, RELIABLE);
        offer("b", RELIABLE);
        int bytes = fresh().frame().pieces.getFirst().length();
        begun.away = true;

        assertThat(side.builder.fresh(level, ROOM, 0)).isNull();
        begun.away = false;

        assertThat(SendSide.pieces(fresh().body())).containsExactly("(" + "a".repeat(1_000 - bytes) + "]", "[b]");
    }

    @Test
    void endsABegunRecordThatExpires() {
        offer("a".repeat(1_500), DeliveryOptions.reliable(10 * MILLI));
        fresh();
        assertThat(side.scheduler.hasWork()).isTrue();
        side.now = 10 * MILLI;

        assertThat(side.builder.fresh(level, ROOM, side.now)).isNull();

        assertThat(side.endings.told).containsExactly("0 EXPIRED");
        assertThat(side.scheduler.hasWork()).isFalse();
        assertThat(tally().expired()).isEqualTo(1);
    }

    @Test
    void goesOnWithABegunRecordUntilItExpires() {
        offer("a".repeat(1_500), DeliveryOptions.reliable(10 * MILLI));
        fresh();
        side.now = 10 * MILLI - 1;

        assertThat(SendSide.pieces(fresh().body())).hasSize(1);
        assertThat(side.endings.told).isEmpty();
    }

    @Test
    void goesOnWithoutABegunRecordThatVanishes() {
        FadingPayload payload = new FadingPayload("a".repeat(1_500));
        side.offer(FLASH, payload, RELIABLE);
        fresh();
        payload.gone = true;
        offer("next", RELIABLE);

        assertThat(SendSide.pieces(fresh().body())).containsExactly("[next]");

        assertThat(side.endings.told).containsExactly("0 DROPPED_UNREADABLE");
        assertThat(tally().queued()).isZero();
        assertThat(tally().inFlight()).isEqualTo(1);
    }

    @Test
    void goesOnWithoutAWaitingRecordThatVanishes() {
        FadingPayload payload = new FadingPayload("gone");
        side.offer(FLASH, payload, RELIABLE);
        payload.gone = true;
        offer("next", RELIABLE);

        assertThat(SendSide.pieces(fresh().body())).containsExactly("[next]");

        assertThat(side.endings.told).containsExactly("0 DROPPED_UNREADABLE");
        assertThat(tally().queued()).isZero();
        assertThat(tally().inFlight()).isEqualTo(1);
        assertThat(side.queue.bytes()).isZero();
    }

    @Test
    void goesOnWithoutABegunRecordThatANewerOneReplaces() {
        offer("a".repeat(1_500), DeliveryOptions.newestOf("tank 1", 10 * MILLI));
        fresh();
        offer("newer", DeliveryOptions.newestOf("tank 1", 50 * MILLI));
        side.now = 20 * MILLI;

        assertThat(SendSide.pieces(fresh().body())).containsExactly("[newer]");

        assertThat(side.endings.told).containsExactly("0 SUPERSEDED", "1 SENT");
    }

    @Test
    void countsABestEffortRecordAsSentWithItsLastPiece() {
        offer("a".repeat(1_500), BEST_EFFORT);
        fresh();
        assertThat(side.endings.told).isEmpty();

        fresh();

        assertThat(side.endings.told).containsExactly("0 SENT");
        assertThat(tally().sent()).isEqualTo(1);
        assertThat(tally().inFlight()).isZero();
    }

    @Test
    void replacesNothingThatWasSent() {
        offer("older", DeliveryOptions.newestOf("tank 1", Long.MAX_VALUE));
        fresh();
        assertThat(side.endings.told).containsExactly("0 SENT");

        LinkItem newer = new LinkItem(
                9,
                FLASH,
                new StreamKey("A", "t"),
                Payload.of(new byte[10]),
                DeliveryOptions.newestOf("tank 1", Long.MAX_VALUE));

        assertThat(side.queue.offer(newer, side.now)).isEqualTo(OfferResult.QUEUED);
        assertThat(side.endings.told).containsExactly("0 SENT");
    }

    @Test
    void numbersTheFramesOfEachLevelApart() {
        offer("one", RELIABLE);
        fresh();
        offer("two", RELIABLE);
        side.offer(PRIORITY, new FadingPayload("three"), RELIABLE);

        assertThat(fresh().frame().sequence).isEqualTo(1);
        Frame other = Objects.requireNonNull(side.builder.fresh(side.level(PRIORITY), ROOM, 0))
                .frame();
        assertThat(other.sequence).isZero();
        assertThat(other.level).isEqualTo(PRIORITY.code());
    }

    @Test
    void packsNewFramesWithThePackerGivenLast() {
        try (ChunkPacker compressing = ChunkPacker.compressing(1);
                ChunkUnpacker unpacker = new ChunkUnpacker(List.of())) {
            offer("a".repeat(100), RELIABLE);
            Frame plain = fresh().frame();
            offer("b".repeat(100), RELIABLE);
            side.builder.use(compressing);

            FrameBuilder.Built small = fresh();

            assertThat(small.body()).hasSizeLessThan(50);
            assertThat(unpacker.unpack(small.body())).isInstanceOf(Unpacking.Chunks.class);
            assertThat(Objects.requireNonNull(side.builder.rebuild(level, plain, ROOM, 0))
                            .body())
                    .as("made as it was")
                    .hasSizeGreaterThan(100);
        }
    }

    private void offer(String text, DeliveryOptions handling) {
        side.offer(FLASH, Payload.of(text.getBytes(StandardCharsets.US_ASCII)), handling);
    }

    private FrameBuilder.Built fresh() {
        return Objects.requireNonNull(side.builder.fresh(level, ROOM, side.now));
    }

    private LevelTally tally() {
        return side.accounts.tallies().get(Precedence.FLASH.code());
    }
}
