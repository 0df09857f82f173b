package org.c4igateway.wan.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the file of a journal holds, there is a journal afterwards, and it keeps what is put into it. */
class JournalFileFuzzTest {
    private static final JournalSpec.Bounds BOUNDS = new JournalSpec.Bounds(3_600_000_000_000L, 1 << 20);

    static Stream<byte[]> seeds() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        for (int records : new int[] {0, 1, 40}) {
            Path directory = Files.createTempDirectory("journal");
            Path file = directory.resolve("x.journal");
            DiskJournal journal = new DiskJournal(new JournalFile(file, ""), BOUNDS);
            for (int id = 1; id <= records; id++) {
                journal.append(new JournalRecord(id, 1_000 + id, new byte[20 + id], id % 2 == 0));
            }
            journal.note("SOUTH", new byte[] {7});
            journal.close();
            seeds.add(Files.readAllBytes(file));
            delete(directory);
        }
        return seeds.stream();
    }

    @MethodSource("seeds")
    @FuzzTest
    void keepsWhatIsPutIntoItWhateverTheFileHeld(byte[] content) throws IOException {
        Path directory = Files.createTempDirectory("journal");
        try {
            Path file = Files.write(directory.resolve("x.journal"), content);
            DiskJournal journal = new DiskJournal(new JournalFile(file, ""), BOUNDS);
            List<Long> before = ids(journal);
            long next = before.isEmpty() ? 1 : before.getLast() + 1;
            assertThat(journal.append(new JournalRecord(next, 1, new byte[] {1, 2}, true)))
                    .isTrue();
            journal.close();
            DiskJournal again = new DiskJournal(new JournalFile(file, ""), BOUNDS);
            before.add(next);
            assertThat(ids(again)).isEqualTo(before);
            again.close();
        } finally {
            delete(directory);
        }
    }

    private static List<Long> ids(DiskJournal journal) {
        List<Long> ids = new ArrayList<>();
        journal.replay(kept -> ids.add(kept.id()));
        return ids;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            for (Path each : all.toList()) {
                Files.delete(each);
            }
        }
        Files.delete(directory);
    }
}
