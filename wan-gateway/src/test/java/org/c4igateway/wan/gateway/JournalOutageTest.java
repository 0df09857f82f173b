package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.journal.JournalSpec;
import org.c4igateway.wan.journal.KillableJournal;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway whose journal's disk gives nothing for a while. */
class JournalOutageTest {
    private static final JournalSpec.Bounds BOUNDS =
            new JournalSpec.Bounds(Duration.ofDays(1).toNanos(), 1 << 20);

    @TempDir
    private Path directory;

    @AfterEach
    void heal() {
        KillableJournal.breakDisk(false);
    }

    @Test
    void rejectsNothingOfWhatWaitsWhileItsDiskGivesNothing() {
        try (OutageWorld world = new OutageWorld(1, directory, LinkSettings.Bounds.DEFAULT, BOUNDS)) {
            world.submit(Precedence.ROUTINE, 200);
            world.pass(Duration.ofSeconds(20));
            world.cut(true);
            world.pass(Duration.ofSeconds(30));
            for (int i = 0; i < 40; i++) {
                world.submit(Precedence.ROUTINE, 200);
                world.write("APP", Precedence.PRIORITY, Duration.ZERO, 200);
            }
            world.pass(Duration.ofSeconds(5));
            world.north.journal.sync();
            long held = world.north.status(world.now()).journal().records();
            assertThat(held).isGreaterThanOrEqualTo(80);

            KillableJournal.breakDisk(true);
            world.write("APP", Precedence.PRIORITY, Duration.ZERO, 200);
            world.north.journal.sync();
            world.cut(false);
            world.pass(Duration.ofSeconds(60));
            world.write("APP", Precedence.FLASH, Duration.ZERO, 200);
            world.pass(Duration.ofSeconds(60));

            assertThat(world.arrived())
                    .as("what is in memory only goes before what is away")
                    .anySatisfy(message -> assertThat(message.precedence()).isEqualTo(Precedence.FLASH.code()));
            assertThat(world.north.wakeNanos(world.now()))
                    .as("asks for no turn at once")
                    .isGreaterThan(world.now().nanos());

            KillableJournal.breakDisk(false);
            world.north.journal.resume();
            world.pass(Duration.ofMinutes(20));

            assertThat(world.refused()).noneMatch(key -> key.startsWith("APP"));
            assertThat(world.alpha.rejected).isEmpty();
            RecordJournal.Snapshot after = world.north.status(world.now()).journal();
            assertThat(after.drops()).isEmpty();
            assertThat(after.records()).isZero();
            assertThat(world.arrived()).hasSize(83);
            OutageRules.assertOrder(world);
            OutageRules.assertBalance(world);
        }
    }
}
