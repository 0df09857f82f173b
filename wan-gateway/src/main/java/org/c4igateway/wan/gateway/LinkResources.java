package org.c4igateway.wan.gateway;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.c4igateway.wan.journal.RecordJournal;
import org.jspecify.annotations.Nullable;

/**
 * What a link has of the machine: its wire, and its journal if it has one. Opening them can fail, so what a running
 * link does not have itself is opened before that link ends. Whoever makes this closes it, unless a link has taken
 * both. Used by the loop's thread.
 */
final class LinkResources implements AutoCloseable {
    private final LinkSpec spec;
    private final Supplier<FrameWire> join;
    private final Supplier<RecordJournal> open;
    private @Nullable FrameWire wire;
    private @Nullable RecordJournal journal;

    /**
     * Opens nothing yet.
     *
     * @param join joins the link's domain
     * @param open opens the journal; asked only where the link has one
     */
    LinkResources(LinkSpec spec, Supplier<FrameWire> join, Supplier<RecordJournal> open) {
        this.spec = spec;
        this.join = join;
        this.open = open;
    }

    /**
     * Opens what a running link of the same name does not have: the wire at another port, the journal in another file.
     *
     * @param kept the journal of the running link. While it rests, what the disk has not taken is in memory only, and a
     *     file that cannot be read would be set aside as damaged when it is opened again
     * @throws RuntimeException when the link could not be opened in its place; nothing is open then
     */
    void prepare(LinkSpec running, RecordJournal.Snapshot kept) {
        if (!kept.working()) {
            throw new IllegalStateException("its journal accepts no records now, and would lose some");
        }
        try {
            if (running.place().port() != spec.place().port()) {
                wire = join.get();
            }
            spec.journal().ifPresent(wanted -> {
                if (fileOf(running).equals(fileOf(spec))) {
                    wanted.check(spec.name());
                } else {
                    journal = open.get();
                }
            });
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static Optional<Object> fileOf(LinkSpec link) {
        return link.journal().map(kept -> {
            Path file = kept.file(link.name()).toAbsolutePath().normalize();
            try {
                return file.toRealPath();
            } catch (IOException e) {
                return file; // it is not there yet
            }
        });
    }

    /** Opens the rest. A journal may be copied when it is opened, so what fails more often comes first. */
    void complete() {
        wire = wire == null ? join.get() : wire;
        if (journal == null) {
            journal = spec.journal().isPresent() ? open.get() : RecordJournal.NONE;
        }
    }

    /** @return after {@link #complete} */
    FrameWire wire() {
        return Objects.requireNonNull(wire);
    }

    /** @return after {@link #complete} */
    RecordJournal journal() {
        return Objects.requireNonNull(journal);
    }

    @Override
    public void close() {
        if (journal != null) {
            journal.close();
        }
        if (wire != null) {
            wire.close();
        }
    }
}
