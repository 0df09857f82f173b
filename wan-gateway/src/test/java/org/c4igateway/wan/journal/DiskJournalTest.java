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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.c4igateway.core.fault.GatewayException;
import org.junit.jupiter.api.Test;

/** What a journal keeps, its file, and what it says when it cannot have one. */
class DiskJournalTest extends DiskJournalFixture {
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
                .returns(400L, RecordJournal.Snapshot::records)
                .returns(5L, RecordJournal.Snapshot::oldestNanos)
                .returns(
                        range(101, 500).stream()
                                .mapToLong(id -> record(id).bytes().length)
                                .sum(),
                        RecordJournal.Snapshot::bytes);
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
