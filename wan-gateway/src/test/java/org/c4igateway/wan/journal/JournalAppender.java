package org.c4igateway.wan.journal;

import java.nio.file.Path;
import java.util.Arrays;
import org.c4igateway.wan.TestLoops;

/** A process that appends to a journal until it is killed. */
public final class JournalAppender {
    private JournalAppender() {}

    /** @param args directory */
    public static void main(String[] args) {
        JournalSpec.Bounds bounds = new JournalSpec.Bounds(Long.MAX_VALUE, 1 << 20);
        RecordJournal journal = DiskJournal.open(new JournalSpec(Path.of(args[0]), bounds), "wan", TestLoops.create());
        for (long id = journal.lastId() + 1; id < Long.MAX_VALUE; id++) {
            journal.append(new JournalRecord(id, id, bytes(id), false));
            if (id % 1_000 == 0) {
                System.out.println(id);
            }
        }
    }

    static byte[] bytes(long id) {
        byte[] bytes = new byte[50 + (int) (id % 500)];
        Arrays.fill(bytes, (byte) id);
        return bytes;
    }
}
