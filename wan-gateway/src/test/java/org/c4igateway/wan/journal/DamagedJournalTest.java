package org.c4igateway.wan.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are torn or damaged, and disks that are full. */
class DamagedJournalTest extends DiskJournalFixture {
    static List<Long> seeds() {
        return range(1, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void losesOnlyTheEndWhenTheFileIsTorn(long seed) throws IOException {
        Random random = new Random(seed);
        Opened opened = open("a" + seed + ".journal");
        long last = 0;
        for (int commit = 0; commit < 8; commit++) {
            for (int i = random.nextInt(1, 40); i > 0; i--) {
                opened.journal().append(record(++last));
            }
            opened.journal().commit(false);
        }
        Path torn = crashed(opened, "b" + seed + ".journal");
        byte[] bytes = Files.readAllBytes(torn);
        Files.write(torn, Arrays.copyOf(bytes, random.nextInt(bytes.length)));

        List<Long> left = idsOf(open(torn, "").journal());

        assertThat(left).isEqualTo(range(1, left.size()));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void handsOverNothingThatWasNotPutIntoItWhenBytesAreDamaged(long seed) throws IOException {
        Random random = new Random(seed);
        Opened opened = open("a" + seed + ".journal");
        for (long id = 1; id <= 200; id++) {
            opened.journal().append(record(id));
            if (id % 25 == 0) {
                opened.journal().commit(false);
            }
        }
        Path damaged = crashed(opened, "b" + seed + ".journal");
        byte[] bytes = Files.readAllBytes(damaged);
        for (int i = random.nextInt(1, 200); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        Files.write(damaged, bytes);

        Opened after = open(damaged, "");

        List<Long> left = idsOf(after.journal());
        assertThat(left).isEqualTo(range(1, left.size()));
        if (after.journal().snapshot(0).damagedFiles() > 0) {
            assertThat(damaged.resolveSibling(damaged.getFileName() + ".damaged-1"))
                    .hasBinaryContent(bytes);
        } else {
            assertThat(left.size() % 25)
                    .as("as if the last writes had not been")
                    .isZero();
        }
        assertThat(after.journal().append(record(1_000))).isTrue();
    }

    /** As a file does that asks for more memory than there is. */
    @ParameterizedTest
    @CsvSource({"2, 1", "3, 0", "nonsense, 1"})
    void setsAsideAFileAtWhichTheProcessEndsEachTime(String ends, int left) throws IOException {
        Opened before = open("a.journal");
        before.journal().append(record(1));
        before.journal().close();
        Path mark = Files.writeString(directory.resolve("a.journal.opening"), ends);

        Opened after = open("a.journal");

        assertThat(idsOf(after.journal())).hasSize(left);
        assertThat(after.journal().snapshot(0).damagedFiles()).isEqualTo(1 - left);
        assertThat(Files.exists(directory.resolve("a.journal.damaged-1"))).isEqualTo(left == 0);
        assertThat(mark).doesNotExist();
    }

    @Test
    void setsAsideWhatIsNoJournal() throws IOException {
        Path path = Files.writeString(directory.resolve("a.journal"), "not a journal".repeat(1_000));

        Opened opened = open("a.journal");

        assertThat(idsOf(opened.journal())).isEmpty();
        assertThat(Files.readString(path.resolveSibling("a.journal.damaged-1"))).startsWith("not a journal");
        assertThat(opened.journal().append(record(1))).isTrue();
    }

    @Test
    void losesNothingWhenTheDiskIsFullAndGoesOnWhenItIsNot() throws IOException {
        FullDisk.register();
        Opened opened = open(directory.resolve("a.journal"), FullDisk.SCHEME);
        range(1, 20).forEach(id -> opened.journal().append(record(id)));
        opened.journal().commit(true);
        range(21, 30).forEach(id -> opened.journal().append(record(id)));

        FullDisk.full(true);
        opened.journal().commit(true);

        assertThat(opened.journal().append(record(31))).isFalse();
        assertThat(idsOf(opened.journal())).as("in the file or in memory").isEqualTo(range(1, 30));
        assertThat(opened.journal().snapshot(0))
                .returns(false, RecordJournal.Snapshot::working)
                .returns(1L, RecordJournal.Snapshot::failures);
        opened.journal().resume();
        assertThat(opened.journal().snapshot(0).working()).isFalse();
        opened.journal().remove(5);
        opened.journal().remove(25);

        FullDisk.full(false);
        opened.journal().resume();

        assertThat(opened.journal().append(record(32))).isTrue();
        opened.journal().commit(true);
        List<Long> expected = new ArrayList<>(range(1, 30));
        expected.removeAll(List.of(5L, 25L));
        expected.add(32L);
        assertThat(idsOf(opened.journal())).isEqualTo(expected);
        assertThat(idsOf(open(crashed(opened, "b.journal"), "").journal())).isEqualTo(expected);
    }

    /** What the operating system has taken is not on the disk before an fsync says so, nor after one that failed. */
    @Test
    void losesNothingWhenAnFsyncFails() throws IOException {
        FullDisk.register();
        Opened opened = open(directory.resolve("a.journal"), FullDisk.SCHEME);
        range(1, 20).forEach(id -> opened.journal().append(record(id)));
        opened.journal().commit(true);
        range(21, 30).forEach(id -> opened.journal().append(record(id)));
        opened.journal().remove(5);
        opened.journal().commit(false);
        range(31, 40).forEach(id -> opened.journal().append(record(id)));
        opened.journal().remove(25);
        opened.journal().commit(false);

        FullDisk.failNextFsync();
        opened.journal().append(record(41));
        opened.journal().commit(true);

        List<Long> expected = new ArrayList<>(range(1, 41));
        expected.removeAll(List.of(5L, 25L));
        assertThat(opened.journal().snapshot(0))
                .returns(false, RecordJournal.Snapshot::working)
                .returns(1L, RecordJournal.Snapshot::failures);
        assertThat(idsOf(opened.journal())).as("in the file or in memory").isEqualTo(expected);
        opened.journal().resume();

        assertThat(opened.journal().append(record(42))).isTrue();
        opened.journal().commit(true);
        expected.add(42L);
        assertThat(idsOf(opened.journal())).isEqualTo(expected);
        assertThat(idsOf(open(crashed(opened, "b.journal"), "").journal())).isEqualTo(expected);
    }

    @Test
    void doesNotBringBackWhatWasRemovedBeforeTheWriteThatFailed() {
        FullDisk.register();
        Opened opened = open(directory.resolve("a.journal"), FullDisk.SCHEME);
        range(1, 20).forEach(id -> opened.journal().append(record(id)));
        opened.journal().commit(true);
        range(1, 15).forEach(id -> opened.journal().remove(id));
        FullDisk.full(true);
        opened.journal().commit(true);
        FullDisk.full(false);
        opened.journal().resume();
        opened.journal().close();

        assertThat(idsOf(open("a.journal").journal())).isEqualTo(range(16, 20));
    }

    @Test
    void startsOnAFullDiskWithWhatItHeld() {
        FullDisk.register();
        Opened before = open(directory.resolve("a.journal"), FullDisk.SCHEME);
        range(1, 20).forEach(id -> before.journal().append(record(id)));
        before.journal().close();
        FullDisk.full(true);

        Opened after = open(directory.resolve("a.journal"), FullDisk.SCHEME);

        assertThat(idsOf(after.journal())).isEqualTo(range(1, 20));
        after.journal().append(record(21));
        after.journal().commit(true);
        assertThat(after.journal().append(record(22))).isFalse();
        FullDisk.full(false);
        after.journal().resume();
        assertThat(idsOf(after.journal())).isEqualTo(range(1, 21));
    }

    @Test
    void startsOnAFullDiskWithoutAFile() {
        FullDisk.register();
        FullDisk.full(true);

        Opened opened = open(directory.resolve("a.journal"), FullDisk.SCHEME);

        assertThat(opened.journal().append(record(1))).isFalse();
        assertThat(opened.journal().snapshot(0))
                .returns(false, RecordJournal.Snapshot::working)
                .returns(1L, RecordJournal.Snapshot::failures)
                .returns(0L, RecordJournal.Snapshot::damagedFiles);
        FullDisk.full(false);
        opened.journal().resume();
        assertThat(opened.journal().append(record(1))).isTrue();
    }
}
