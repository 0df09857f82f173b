package org.c4igateway.wan.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Journals in a directory of their own, and records for them. */
abstract class DiskJournalFixture {
    private static final JournalSpec.Bounds BOUNDS = new JournalSpec.Bounds(3_600_000_000_000L, 1 << 20);

    @TempDir
    Path directory;

    private final List<Opened> open = new ArrayList<>();

    record Opened(JournalFile file, DiskJournal journal) {}

    Opened open(Path path, String scheme) {
        JournalFile file = new JournalFile(path, scheme);
        Opened opened = new Opened(file, new DiskJournal(file, BOUNDS));
        open.add(opened);
        return opened;
    }

    Opened open(String name) {
        return open(directory.resolve(name), "");
    }

    @AfterEach
    void closeAll() {
        FullDisk.heal();
        open.forEach(each -> each.journal().close());
    }

    /** What a kill at this moment leaves behind. */
    Path crashed(Opened opened, String name) throws IOException {
        return Files.copy(opened.file().path(), directory.resolve(name));
    }

    /** Its bytes follow from number and size. */
    static JournalRecord record(long id, int size) {
        byte[] bytes = new byte[size];
        new Random(id).nextBytes(bytes);
        return new JournalRecord(id, 1_000 + id, bytes, id % 2 == 0);
    }

    static JournalRecord record(long id) {
        return record(id, 20 + (int) (id * 37 % 3_000));
    }

    static List<Long> idsOf(DiskJournal journal) {
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

    static List<Long> range(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }
}
