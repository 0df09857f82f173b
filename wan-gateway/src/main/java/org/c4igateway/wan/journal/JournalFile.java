package org.c4igateway.wan.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.wan.journal.JournalStore.StoreFault;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a journal's file. One that is damaged is set aside with its bytes; what could be read before the damage goes
 * into a new file. File and directory can be read by their owner only, whatever the process's umask, because a journal
 * is not encrypted.
 */
final class JournalFile {
    private static final Logger LOG = LoggerFactory.getLogger(JournalFile.class);
    private static final int MAX_SET_ASIDE = 1_000;
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");

    private final Path path;
    private final String scheme;
    private int damaged;

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
    }

    /** How many files were set aside. */
    int damaged() {
        return damaged;
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
            Files.createDirectories(directory, attributes(DIRECTORY));
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
                Files.createFile(path, attributes(FILE));
            } else if (isPosix() && !FILE.containsAll(Files.getPosixFilePermissions(path))) {
                Files.setPosixFilePermissions(path, FILE);
            }
        } catch (IOException e) {
            LOG.warn("other users may read the journal {}: {}", path, e.getMessage());
        }
    }

    private FileAttribute<?>[] attributes(Set<PosixFilePermission> permissions) {
        return isPosix()
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    private boolean isPosix() {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static GatewayException.Fatal fault(String problem, @Nullable Exception cause) {
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
        JournalStore store = openOrSetAside();
        JournalStore.Scan scan = store.scan();
        if (scan.whole()) {
            Optional<JournalStore> proven = writtenAndReadAgain(store);
            if (proven.isPresent()) {
                return new Opened(proven.get(), scan.held());
            }
        }
        store.abandon();
        Path aside =
                setAside(scan.whole() ? "bytes written into it cannot be read again" : "a record of it is damaged");
        makeFile();
        JournalStore fresh = JournalStore.open(scheme + path, false);
        rescue(aside, scan, fresh);
        return new Opened(fresh, fresh.scan().held());
    }

    /**
     * A store that meets damage goes back to an earlier state of the file, without a word, and may do so again after
     * it has written: what it took then is lost at the next start. So it writes a mark, and must find it.
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
            if (e.isWriting() || e.isLocked()) {
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
                throw fault("the journal " + path + " is in use by another process", e);
            }
            if (e.isWriting() || !isSomething()) {
                throw e;
            }
            var _ = setAside(String.valueOf(e.getMessage()));
            makeFile();
            return JournalStore.open(scheme + path, false);
        }
    }

    private boolean isSomething() {
        try {
            return Files.exists(path) && Files.size(path) > 0;
        } catch (IOException e) {
            return false;
        }
    }

    private Path setAside(String why) {
        for (int number = 1; number <= MAX_SET_ASIDE; number++) {
            Path aside = path.resolveSibling(path.getFileName() + ".damaged-" + number);
            if (!Files.exists(aside)) {
                try {
                    Files.move(path, aside);
                } catch (IOException e) {
                    throw fault("the damaged journal " + path + " cannot be set aside: " + e.getMessage(), e);
                }
                damaged++;
                LOG.error("The journal {} is damaged ({}); its bytes are now in {}", path, why, aside);
                return aside;
            }
        }
        throw fault("more than " + MAX_SET_ASIDE + " damaged journals are beside " + path, null);
    }

    private static void copy(JournalStore source, JournalStore.Scan scan, JournalStore fresh) {
        for (long id : scan.held().keySet()) {
            byte[] value = source.get(id);
            if (value != null) {
                fresh.put(id, value);
            }
        }
        source.notes().forEach(fresh::note);
    }

    private void rescue(Path aside, JournalStore.Scan scan, JournalStore fresh) {
        try {
            JournalStore source = JournalStore.open(scheme + aside, true);
            try {
                copy(source, scan, fresh);
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
