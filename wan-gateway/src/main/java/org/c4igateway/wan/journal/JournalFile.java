package org.c4igateway.wan.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.wan.journal.JournalStore.StoreFault;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a journal's file. What it holds is copied into a new file, which takes its place: the store checks its records
 * but not its own pages, and a file with a damaged page may be read as a whole and lose what is written into it
 * afterwards. A file whose records are damaged is set aside with its bytes; what could be read before the damage goes
 * into a new file. File and directory can be read by their owner only, whatever the process's umask, because a journal
 * is not encrypted.
 */
final class JournalFile {
    private static final Logger LOG = LoggerFactory.getLogger(JournalFile.class);
    /** A file at whose opening the process ended so often is not opened once more; once may be a kill. */
    private static final int MAX_ENDS = 3;

    private final Path path;
    private final String scheme;
    private final AsideFiles asideFiles;
    /** This process has read it: reads that the disk refuses say nothing of it. */
    private boolean read;

    /**
     * An open file.
     *
     * @param store to be used
     * @param held what it holds, by number
     */
    record Opened(JournalStore store, Map<Long, JournalStore.Held> held) {}

    /** @param scheme of the store's file systems, with its colon; empty for the disk */
    JournalFile(Path path, String scheme) {
        this.path = path.toAbsolutePath();
        this.scheme = scheme;
        this.asideFiles = new AsideFiles(this.path);
    }

    /** How many files were set aside. */
    int damaged() {
        return asideFiles.damaged();
    }

    Path path() {
        return path;
    }

    /**
     * Makes sure that there can be a journal at all.
     *
     * @throws GatewayException.Fatal when directory or file cannot be used
     */
    void prepare() {
        Path directory = Objects.requireNonNull(path.getParent());
        try {
            OwnerOnly.createDirectories(directory);
        } catch (IOException e) {
            throw fault("the journal's directory " + directory + " cannot be made: " + e.getMessage(), e);
        }
        boolean usable = Files.exists(path)
                ? Files.isRegularFile(path) && Files.isReadable(path) && Files.isWritable(path)
                : Files.isWritable(directory);
        if (!usable) {
            throw fault("the journal " + path + " cannot be read and written", null);
        }
        makeFile();
    }

    /**
     * Makes an empty file, or takes the rights of others away from the one that is there. A file cannot be created on a
     * full disk; then the store reports that.
     */
    private void makeFile() {
        try {
            if (!Files.exists(path)) {
                OwnerOnly.createFile(path);
            } else {
                OwnerOnly.restrict(path);
            }
        } catch (IOException e) {
            LOG.warn("other users may read the journal {}: {}", path, e.getMessage());
        }
    }

    static GatewayException.Fatal fault(String problem, @Nullable Exception cause) {
        return new GatewayException.Fatal(
                ErrorCode.CONFIGURATION, problem, "Give this gateway its own writable directory.", cause);
    }

    /**
     * Opens it for reading and writing.
     *
     * @throws GatewayException.Fatal when another process has it
     * @throws StoreFault when the disk refuses
     */
    Opened open() {
        OpeningMark mark = new OpeningMark(path);
        int ends = mark.begin();
        try {
            if (ends >= MAX_ENDS && isSomething()) {
                var _ = asideFiles.setAside("the process ended " + ends + " times while it was opened");
                makeFile();
            }
            return openWhole();
        } finally {
            mark.end();
        }
    }

    private Opened openWhole() {
        JournalStore store = openOrSetAside();
        JournalStore.Scan scan = store.scan();
        if (read && scan.refused()) {
            store.abandon();
            throw StoreFault.ofWriting(new IOException("the disk refuses to read " + path));
        }
        if (scan.whole()) {
            Optional<JournalStore> usable = copiedOrTested(store, scan);
            if (usable.isPresent()) {
                read = true;
                return new Opened(usable.get(), scan.held());
            }
        }
        store.abandon();
        Path aside = asideFiles.setAside(scan.whole() ? "what it holds cannot be copied" : "a record of it is damaged");
        makeFile();
        JournalStore fresh = JournalStore.open(scheme + path, false);
        rescue(aside, scan, fresh);
        read = true;
        return new Opened(fresh, fresh.scan().held());
    }

    private Optional<JournalStore> copiedOrTested(JournalStore store, JournalStore.Scan scan) {
        try {
            return copied(store, scan);
        } catch (StoreFault e) {
            if (e.isLocked() || isPassing(e)) {
                store.abandon();
                throw e.isLocked() ? inUse(e) : e;
            }
            LOG.warn("The journal {} cannot be copied into a new file: {}", path, e.getMessage());
            return e.isWriting() ? writtenAndReadAgain(store) : Optional.empty();
        }
    }

    /**
     * Until the copy has taken its place, the file stays as it is. It stays locked until the copy is.
     *
     * @return empty when the copy does not hold the same
     * @throws StoreFault when the disk refuses, or the file is damaged
     */
    private Optional<JournalStore> copied(JournalStore source, JournalStore.Scan scan) {
        Path copy = path.resolveSibling(path.getFileName() + ".copy");
        try {
            Files.deleteIfExists(copy);
            if (Files.getFileStore(path).getUsableSpace() < source.fileBytes()) {
                throw new IOException("no room for a copy of " + source.fileBytes() + " bytes");
            }
            OwnerOnly.createFile(copy);
            try {
                if (!fill(copy, source, scan)) {
                    return Optional.empty();
                }
                Files.move(copy, path, StandardCopyOption.ATOMIC_MOVE);
                OwnerOnly.syncDirectory(Objects.requireNonNull(path.getParent()));
            } finally {
                Files.deleteIfExists(copy);
            }
        } catch (IOException e) {
            throw StoreFault.ofWriting(e);
        }
        JournalStore moved = JournalStore.open(scheme + path, false);
        source.abandon();
        return Optional.of(moved);
    }

    private boolean fill(Path copy, JournalStore source, JournalStore.Scan scan) {
        JournalStore target = JournalStore.open(scheme + copy, false);
        try {
            source.copyRecordsTo(target);
            source.copyNotesTo(target);
            target.commit(true);
            return target.scan().equals(scan);
        } finally {
            target.abandon();
        }
    }

    /**
     * Without room for a copy the file itself is used. A store that meets damage goes back to an earlier state of the
     * file, without a word, and may do so again after it has written: what it took then is lost at the next start. So
     * it writes a mark, and must find it.
     */
    private Optional<JournalStore> writtenAndReadAgain(JournalStore store) {
        int mark;
        try {
            mark = store.mark();
        } catch (StoreFault e) {
            store.abandon();
            // A full disk proves nothing, and what the file held can be read.
            return e.isWriting() ? Optional.of(JournalStore.open(scheme + path, false)) : Optional.empty();
        }
        store.abandon();
        try {
            JournalStore again = JournalStore.open(scheme + path, false);
            if (again.marked() == mark) {
                return Optional.of(again);
            }
            again.abandon();
        } catch (StoreFault e) {
            if (e.isWriting() || e.isLocked() || isPassing(e)) {
                throw e;
            }
            LOG.debug("{} is not read again", path, e);
        }
        return Optional.empty();
    }

    /** Opens it for reading only, as it was last committed. */
    JournalStore openReadOnly() {
        return JournalStore.open(scheme + path, true);
    }

    private JournalStore openOrSetAside() {
        try {
            return JournalStore.open(scheme + path, false);
        } catch (StoreFault e) {
            if (e.isLocked()) {
                throw inUse(e);
            }
            if (e.isWriting() || isPassing(e) || !isSomething()) {
                throw e;
            }
            var _ = asideFiles.setAside(String.valueOf(e.getMessage()));
            makeFile();
            return JournalStore.open(scheme + path, false);
        }
    }

    /** Whether the disk does not read now what it has read before. */
    private boolean isPassing(StoreFault e) {
        return read && e.isReading();
    }

    /** Asks the disk whether it takes writes: throws a {@link StoreFault} when it does not. */
    void probe() {
        DiskProbe.write(path, scheme);
    }

    private GatewayException.Fatal inUse(StoreFault cause) {
        return fault("the journal " + path + " is in use by another process", cause);
    }

    private boolean isSomething() {
        try {
            return Files.exists(path) && Files.size(path) > 0;
        } catch (IOException e) {
            return false;
        }
    }

    private void rescue(Path aside, JournalStore.Scan scan, JournalStore fresh) {
        try {
            JournalStore source = JournalStore.open(scheme + aside, true);
            try {
                source.copyRecordsTo(fresh);
                source.copyNotesTo(fresh);
            } finally {
                source.abandon();
            }
        } catch (StoreFault e) {
            LOG.warn("{} cannot be read beyond this point: {}", aside, e.getMessage());
        }
        fresh.commit(false);
        int rescued = fresh.scan().held().size();
        LOG.warn(
                "{} of {} records before the damage were recovered from {}",
                rescued,
                scan.held().size(),
                aside);
    }
}
