package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.Seeds;
import org.c4igateway.wan.journal.JournalSpec;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Outages of hours, restarts and kills of both gateways, clocks that are set, journals that overflow: nothing is lost
 * without a word.
 */
@Tag("slow")
class OutageSimulationTest {
    private static final JournalSpec.Bounds LARGE =
            new JournalSpec.Bounds(Duration.ofDays(1).toNanos(), 1 << 20);

    @TempDir
    private Path directory;

    static LongStream seeds() {
        return Seeds.of(60, 10);
    }

    private OutageWorld world(long seed) {
        Random random = new Random(-seed);
        LinkSettings.Bounds d = LinkSettings.Bounds.DEFAULT;
        LinkSettings.Bounds bounds = random.nextInt(3) == 0
                ? new LinkSettings.Bounds(
                        20 + random.nextInt(100),
                        5_000 + random.nextInt(50_000),
                        d.itemBytes(),
                        d.windowFrames(),
                        d.retainedFrames())
                : d;
        Duration age = random.nextInt(3) == 0 ? Duration.ofMinutes(30) : Duration.ofDays(1);
        return new OutageWorld(seed, directory, bounds, new JournalSpec.Bounds(age.toNanos(), 1 << 20));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void endsEveryMessageInArrivalOrRefusal(long seed) {
        try (OutageWorld world = world(seed)) {
            world.pass(Duration.ofSeconds(20));
            for (int event = 0; event < 12; event++) {
                if (world.random.nextInt(4) == 0) {
                    world.stepClock(Duration.ofSeconds(world.random.nextInt(-7_200, 7_200)));
                }
                happen(world);
            }
            world.cut(false);
            world.pass(Duration.ofMinutes(20));

            assertThat(world.north.status(world.now()).journal().records())
                    .as("what still waits")
                    .isZero();
            OutageRules.assertNothingIsMissing(world);
            OutageRules.assertWhatArrivedIsWhatWasSent(world);
            OutageRules.assertOrder(world);
            OutageRules.assertBalance(world);
        }
    }

    /**
     * Rows of a node and messages of applications crowd a queue that holds a few of them, through outages and restarts.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    void keepsRowsOfNodesPendingWhileThereIsNoRoom(long seed) {
        LinkSettings.Bounds d = LinkSettings.Bounds.DEFAULT;
        LinkSettings.Bounds tiny = new LinkSettings.Bounds(
                5 + new Random(seed).nextInt(30), 30_000, d.itemBytes(), d.windowFrames(), d.retainedFrames());
        JournalSpec.Bounds hour = new JournalSpec.Bounds(Duration.ofHours(1).toNanos(), 1 << 20);
        try (OutageWorld world = new OutageWorld(seed, directory, tiny, hour)) {
            world.pass(Duration.ofSeconds(20));
            for (int event = 0; event < 8; event++) {
                for (int i = world.random.nextInt(60); i > 0; i--) {
                    world.submit(Precedence.ofCode(world.random.nextInt(4)), 1 + world.random.nextInt(1_500));
                }
                happen(world);
            }
            world.cut(false);
            world.pass(Duration.ofMinutes(20));
            for (int minutes = 0; minutes < 120 && world.alpha.pendingRows() > 0; minutes += 5) {
                world.pass(Duration.ofMinutes(5));
            }

            assertThat(world.alpha.rejected)
                    .as("rows that the origin still has")
                    .isEmpty();
            assertThat(world.alpha.pendingRows()).as("rows that wait for ever").isZero();
            OutageRules.assertEachRowArrived(world);
            OutageRules.assertWhatArrivedIsWhatWasSent(world);
            OutageRules.assertOrderOf(world.bravo.inbox);
            OutageRules.assertNothingIsMissing(world);
            OutageRules.assertBalance(world);
        }
    }

    /** A receipt that is not true: the row is settled at its origin and in no inbox. */
    @Test
    void findsRowsThatAReceiptFalselyCallsDelivered() {
        try (OutageWorld world = new OutageWorld(1, directory, LinkSettings.Bounds.DEFAULT, LARGE)) {
            world.pass(Duration.ofSeconds(20));
            world.submit(Precedence.ROUTINE, 200);
            world.pass(Duration.ofSeconds(20));
            OutageRules.assertEachRowArrived(world);
            world.cut(true);
            world.submit(Precedence.ROUTINE, 200);
            world.north.receipts.add(new KmtfReceipt("BRAVO", "ALPHA", new long[] {2, 2}, new long[0], List.of()));
            world.pass(Duration.ofSeconds(20));

            assertThat(world.alpha.pendingRows()).isZero();
            assertThatThrownBy(() -> OutageRules.assertEachRowArrived(world))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("ALPHA 2");
        }
    }

    private static void happen(OutageWorld world) {
        Random random = world.random;
        switch (random.nextInt(5)) {
            case 0 -> world.cut(true);
            case 1 -> world.cut(false);
            case 2 -> world.restartNorth(random.nextBoolean());
            case 3 -> restartSouth(world);
            default -> world.pass(Duration.ofMinutes(random.nextInt(90)));
        }
        world.pass(Duration.ofMillis(random.nextInt(20_000)));
        for (int i = random.nextInt(25); i > 0 && world.takesMessages(); i--) {
            Duration life = random.nextInt(4) == 0 ? Duration.ofMinutes(1 + random.nextInt(60)) : Duration.ZERO;
            Precedence precedence = Precedence.ofCode(random.nextInt(4));
            world.write("APP" + random.nextInt(3), precedence, life, 1 + random.nextInt(1_500));
            world.pass(Duration.ofMillis(random.nextInt(300)));
        }
    }

    /** What a gateway has taken over in its first seconds waits in its memory for nodes that it has not met. */
    private static void restartSouth(OutageWorld world) {
        world.pass(Duration.ofSeconds(20));
        world.south.restart(world.random.nextBoolean(), world.now());
    }

    @Test
    void sendsTheNewestFlashFirstWhenTheLinkReturnsAfterAnOutageAndARestart() {
        try (OutageWorld world = new OutageWorld(1, directory, LinkSettings.Bounds.DEFAULT, LARGE)) {
            world.pass(Duration.ofSeconds(20));
            world.cut(true);
            world.pass(Duration.ofMinutes(10));
            for (int hour = 1; hour <= 5; hour++) {
                world.write("ROUTINE" + hour, Precedence.ROUTINE, Duration.ZERO, 200);
                world.write("FLASH" + hour, Precedence.FLASH, Duration.ZERO, 200);
                world.pass(Duration.ofHours(1));
            }
            world.commit();
            world.restartNorth(true);
            world.pass(Duration.ofMinutes(10));
            world.cut(false);
            world.pass(Duration.ofMinutes(2));

            assertThat(world.arrived().stream().map(KmtfMessage::origin).toList())
                    .startsWith("FLASH5", "FLASH4", "FLASH3", "FLASH2", "FLASH1")
                    .contains("ROUTINE1", "ROUTINE2", "ROUTINE3", "ROUTINE4", "ROUTINE5");
        }
    }

    @Test
    void givesTheOldestOfTheLeastUrgentUpWhenTheJournalIsFull() {
        LinkSettings.Bounds d = LinkSettings.Bounds.DEFAULT;
        LinkSettings.Bounds small =
                new LinkSettings.Bounds(1_000, 20_000, d.itemBytes(), d.windowFrames(), d.retainedFrames());
        try (OutageWorld world = new OutageWorld(1, directory, small, LARGE)) {
            world.pass(Duration.ofSeconds(20));
            world.cut(true);
            world.pass(Duration.ofMinutes(10));
            for (int i = 0; i < 30; i++) {
                world.write("FLASH", Precedence.FLASH, Duration.ZERO, 200);
                world.write("ROUTINE", Precedence.ROUTINE, Duration.ZERO, 500);
            }
            world.pass(Duration.ofSeconds(1));

            int refused = world.refused().size();
            assertThat(refused).isBetween(1, 29);
            assertThat(world.refused())
                    .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, refused)
                            .mapToObj(sequence -> OutageWorld.key("ROUTINE", sequence))
                            .toList());
            assertThat(world.north.status(world.now()).journal())
                    .returns(60L - refused, RecordJournal.Snapshot::records)
                    .returns(Map.of(RecordJournal.Drop.ROOM, (long) refused), RecordJournal.Snapshot::drops);
            world.cut(false);
            world.pass(Duration.ofMinutes(1));
            assertThat(world.arrived()).hasSize(60 - refused);
        }
    }

    @Test
    void givesUpWhatHasWaitedTooLongThroughRestarts() {
        JournalSpec.Bounds twoHours = new JournalSpec.Bounds(Duration.ofHours(2).toNanos(), 1 << 20);
        try (OutageWorld world = new OutageWorld(1, directory, LinkSettings.Bounds.DEFAULT, twoHours)) {
            world.pass(Duration.ofSeconds(20));
            world.cut(true);
            world.pass(Duration.ofSeconds(10));
            world.write("OLD", Precedence.FLASH, Duration.ZERO, 200);
            world.pass(Duration.ofMinutes(90));
            world.restartNorth(false);
            world.pass(Duration.ofSeconds(10));
            world.write("NEW", Precedence.ROUTINE, Duration.ZERO, 200);
            world.pass(Duration.ofMinutes(31));
            world.cut(false);
            world.pass(Duration.ofMinutes(1));

            assertThat(world.refused()).containsExactly("OLD 1");
            assertThat(world.north.receipts)
                    .singleElement()
                    .satisfies(receipt -> assertThat(receipt.reasons())
                            .singleElement()
                            .asString()
                            .startsWith("GW-208"));
            assertThat(world.arrived()).extracting(KmtfMessage::origin).containsExactly("NEW");
        }
    }
}
