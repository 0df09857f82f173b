package org.c4igateway.wan.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.GatewayException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DiskJournalTest {
    private static final JournalSpec.Bounds BOUNDS = new JournalSpec.Bounds(3_600_000_000_000L, 1 << 20);

    @TempDir
    private Path directory;

    private final List<Opened> open = new ArrayList<>();

    private record Opened(JournalFile file, DiskJournal journal) {}

    private Opened open(Path path, String scheme) {
        JournalFile file = new JournalFile(path, scheme);
        Opened opened = new Opened(file, new DiskJournal(file, BOUNDS));
        open.add(opened);
        return opened;
    }

    private Opened open(String name) {
        return open(directory.resolve(name), "");
    }

    @AfterEach
    void closeAll() {
        FullDisk.full(false);
        open.forEach(each -> each.journal().close());
    }

    /** What a kill at this moment leaves behind. */
    private Path crashed(Opened opened, String name) throws IOException {
        return Files.copy(opened.file().path(), directory.resolve(name));
    }

    /** Its bytes follow from number and size. */
    private static JournalRecord record(long id, int size) {
        byte[] bytes = new byte[size];
        new Random(id).nextBytes(bytes);
        return new JournalRecord(id, 1_000 + id, bytes, id % 2 == 0);
    }

    private static JournalRecord record(long id) {
        return record(id, 20 + (int) (id * 37 % 3_000));
    }

    private static List<Long> idsOf(DiskJournal journal) {
        List<Long> ids = new ArrayList<>();
        journal.replay(kept -> {
            assertThat(kept.bytes())
                    .isEqualTo(record(kept.id(), kept.bytes().length).bytes());
            assertThat(kept.storedNanos()).isEqualTo(1_000 + kept.id());
            assertThat(kept.resent()).isEqualTo(kept.id() % 2 == 0);
            ids.add(kept.id());
        });
        return ids;
    }

    private static List<Long> range(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    static List<Long> seeds() {
        return range(1, 60);
    }

    @Test
    void findsWhatItHeldWhenItIsOpenedAgain() {
        Opened first = open("a.journal");
        range(1, 500)
                .forEach(id -> assertThat(first.journal().append(record(id))).isTrue());
        range(1, 100).forEach(id -> first.journal().remove(id));
        first.journal().note("SOUTH", new byte[] {7});
        first.journal().close();

        Opened second = open("a.journal");

        assertThat(idsOf(second.journal())).isEqualTo(range(101, 500));
        assertThat(second.journal().lastId()).isEqualTo(500);
        assertThat(second.journal().notes()).containsOnlyKeys("SOUTH");
        assertThat(second.journal().snapshot(1_000 + 101 + 5))
                .returns(400L, JournalSnapshot::records)
                .returns(5L, JournalSnapshot::oldestNanos)
                .returns(
                        range(101, 500).stream()
                                .mapToLong(id -> record(id).bytes().length)
                                .sum(),
                        JournalSnapshot::bytes);
    }

    @Test
    void keepsItsFileFromOthers() throws IOException {
        Path file = directory.resolve("new").resolve("a.journal");
        JournalFile journal = new JournalFile(file, "");
        journal.prepare();

        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(file.getParent()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        journal.prepare();
        assertThat(Files.getPosixFilePermissions(file))
                .as("of an older version")
                .hasSize(2);
    }

    @Test
    void readsWhatIsNotInTheFileYet() {
        Opened opened = open("a.journal");
        opened.journal().append(record(1));

        assertThat(opened.journal().read(1)).isEqualTo(record(1).bytes());
        opened.journal().commit(true);
        assertThat(opened.journal().read(1)).isEqualTo(record(1).bytes());
        assertThat(opened.journal().read(2)).isNull();
    }

    @Test
    void holdsAfterAKillWhatItHeldAtTheLastWrite() throws IOException {
        Opened opened = open("a.journal");
        range(1, 50).forEach(id -> opened.journal().append(record(id)));
        opened.journal().commit(false);
        range(51, 60).forEach(id -> opened.journal().append(record(id)));
        range(1, 10).forEach(id -> opened.journal().remove(id));

        Opened after = open(crashed(opened, "b.journal"), "");

        assertThat(idsOf(after.journal())).isEqualTo(range(1, 50));
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
                .returns(false, JournalSnapshot::working)
                .returns(1L, JournalSnapshot::failures);
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
                .returns(false, JournalSnapshot::working)
                .returns(1L, JournalSnapshot::failures)
                .returns(0L, JournalSnapshot::damagedFiles);
        FullDisk.full(false);
        opened.journal().resume();
        assertThat(opened.journal().append(record(1))).isTrue();
    }

    /** A file whose last process was killed behind its second commit: 6 to 9 and a note, then 10 without 6. */
    @Test
    void readsAFileOfRelease01() throws IOException {
        try (InputStream golden =
                Objects.requireNonNull(DiskJournalTest.class.getResourceAsStream("SOUTH-0.1.journal.bin"))) {
            Files.copy(golden, directory.resolve("SOUTH.journal"));
        }

        DiskJournal journal = open("SOUTH.journal").journal();

        List<String> records = new ArrayList<>();
        journal.replay(kept -> records.add("%d at %d, %s: %s"
                .formatted(
                        kept.id(),
                        kept.storedNanos(),
                        kept.resent() ? "resent" : "once",
                        new String(kept.bytes(), StandardCharsets.UTF_8))));
        assertThat(records)
                .containsExactly(
                        "7 at 1790000000000000007, once: of an application",
                        "8 at 1790000000000000008, resent: of a node",
                        "9 at 1790000000000000009, once: ",
                        "10 at 1790000000000000010, resent: after the second commit");
        assertThat(journal.notes()).containsOnly(Map.entry("SOUTH", "report".getBytes(StandardCharsets.UTF_8)));
        assertThat(journal.snapshot(0).damagedFiles()).isZero();
    }

    @Test
    void writesRecordsInTheFormOfRelease01() {
        assertThat(HexFormat.of().formatHex(new JournalRecord(7, 9, new byte[] {1, 2}, true).toFile()))
                .isEqualTo("0200000000000000096bf858f40102");
        assertThat(HexFormat.of().formatHex(new JournalRecord(7, 9, new byte[] {1, 2}, false).toFile()))
                .isEqualTo("0100000000000000094ccdd54b0102");
    }

    @Test
    void saysWhoIsToBlameWhenTheFileIsInUse() {
        open("a.journal");

        assertThatThrownBy(() -> open("a.journal"))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining("in use");
    }

    @Test
    void saysWhatIsWrongWithADirectoryThatCannotBe() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");

        assertThatThrownBy(() -> open(file.resolve("a.journal"), ""))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void keepsTheFileSmallWhileRecordsPass() {
        Opened opened = open("a.journal");
        for (long id = 1; id <= 20_000; id++) {
            opened.journal().append(record(id, 500));
            if (id > 50) {
                opened.journal().remove(id - 50);
            }
            if (id % 100 == 0) {
                opened.journal().commit(false);
            }
        }
        opened.journal().close();

        assertThat(opened.file().path())
                .satisfies(path -> assertThat(Files.size(path)).isLessThan(1_000_000));
    }
}
