package org.c4igateway.test.wire;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.wan.journal.DiskJournal;
import org.c4igateway.wan.journal.JournalRecord;
import org.c4igateway.wan.journal.JournalSpec;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;

/**
 * What a WAN gateway's journal keeps in its file: records by number in the map {@code records}, notes by name in the
 * map {@code notes}. A whole file of release 0.1 is read by {@code DiskJournalTest}.
 */
final class JournalForms {
    private static final String FILE = "wan-journal";
    private static final String LINK = "SOUTH";
    private static final long ID = 7;

    private JournalForms() {}

    static List<WireForm<?>> all() {
        return List.of(
                record("record of an application", new JournalRecord(ID, 9, new byte[] {1, 2}, false)),
                record("record of a node", new JournalRecord(ID, 9, new byte[] {1, 2}, true)),
                note(Map.of(LINK, "report".getBytes(StandardCharsets.UTF_8))));
    }

    private static WireForm<?> record(String name, JournalRecord value) {
        return WireForm.ofBytes(
                FILE,
                name,
                value,
                each -> inFile(
                        journal -> {
                            if (!journal.append(each)) {
                                throw new IllegalStateException("the journal keeps nothing");
                            }
                        },
                        store -> Objects.requireNonNull(records(store).get(each.id()))),
                bytes -> inJournal(
                        store -> {
                            var _ = records(store).put(ID, bytes);
                        },
                        JournalForms::only));
    }

    private static WireForm<?> note(Map<String, byte[]> value) {
        return WireForm.ofBytes(
                FILE,
                "note",
                value,
                each -> inFile(
                        journal -> each.forEach(journal::note),
                        store -> Objects.requireNonNull(notes(store).get(LINK))),
                bytes -> inJournal(
                        store -> {
                            var _ = notes(store).put(LINK, bytes);
                        },
                        DiskJournal::notes));
    }

    private static JournalRecord only(DiskJournal journal) {
        List<JournalRecord> records = new ArrayList<>();
        journal.replay(records::add);
        if (records.size() != 1) {
            throw new IllegalArgumentException("the journal takes " + records.size() + " records for good");
        }
        return records.getFirst();
    }

    /** Does something to a journal, closes it, and looks into its file. */
    private static <V> V inFile(Consumer<DiskJournal> deed, Function<MVStore, V> look) throws IOException {
        return inDirectory(spec -> {
            try (DiskJournal journal = open(spec)) {
                deed.accept(journal);
            }
            try (MVStore store = MVStore.open(spec.file(LINK).toString())) {
                return look.apply(store);
            }
        });
    }

    /** Makes a file with something in it, and opens it as a journal. */
    private static <V> V inJournal(Consumer<MVStore> deed, Function<DiskJournal, V> look) throws IOException {
        return inDirectory(spec -> {
            try (MVStore store = MVStore.open(spec.file(LINK).toString())) {
                deed.accept(store);
            }
            try (DiskJournal journal = open(spec)) {
                return look.apply(journal);
            }
        });
    }

    private static <V> V inDirectory(Function<JournalSpec, V> step) throws IOException {
        Path directory = Files.createTempDirectory("c4i-wire");
        JournalSpec spec = new JournalSpec(directory, JournalSpec.Bounds.NONE);
        try {
            return step.apply(spec);
        } finally {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(directory);
        }
    }

    private static DiskJournal open(JournalSpec spec) {
        return DiskJournal.open(
                spec,
                LINK,
                new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, fault -> {}));
    }

    private static MVMap<Long, byte[]> records(MVStore store) {
        return store.openMap(
                "records",
                new MVMap.Builder<Long, byte[]>().keyType(LongDataType.INSTANCE).valueType(ByteArrayDataType.INSTANCE));
    }

    private static MVMap<String, byte[]> notes(MVStore store) {
        return store.openMap(
                "notes",
                new MVMap.Builder<String, byte[]>()
                        .keyType(StringDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
    }
}
