package org.c4igateway.lab.tool;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A temporary directory with a lock that ends with this process, however it ends. So another process can tell what is
 * in use from what was left behind.
 */
public final class OwnedDirectory implements AutoCloseable {
    private static final String LOCK = "owner.lock";

    private final Path path;
    private final FileChannel lock;

    private OwnedDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Makes a new one below the directory for temporary files. */
    public static OwnedDirectory create(String prefix) throws IOException {
        Path path = Files.createTempDirectory(prefix);
        FileChannel channel =
                FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        FileLock taken = channel.tryLock();
        if (taken == null) {
            throw new IOException("somebody else locked " + path);
        }
        return new OwnedDirectory(path, channel);
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /**
     * Directories with this prefix whose owners have ended. One without a lock file is being made or deleted: not
     * listed.
     */
    public static List<Path> abandoned(String prefix) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(prefix))
                    .filter(Files::isDirectory)
                    .filter(directory -> !isOwned(directory))
                    .sorted()
                    .toList();
        }
    }

    /** Whether the process that made it still runs. */
    public static boolean isOwned(Path directory) {
        try (FileChannel channel = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock taken = channel.tryLock()) {
            return taken == null;
        } catch (OverlappingFileLockException e) {
            return true; // this process holds it
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return true; // not ours to judge
        }
    }

    /** Deletes what can be deleted now; a dying process may still add to it. The lock file goes last. */
    public static void deleteTree(Path directory) throws IOException {
        Path kept = directory.resolve(LOCK);
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (!file.equals(kept)) {
                    var _ = file.toFile().delete();
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException problem) {
                String[] left = visited.toFile().list();
                if (visited.equals(directory) && left != null && left.length == 1) {
                    var _ = kept.toFile().delete();
                }
                var _ = visited.toFile().delete();
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Gives the lock back and deletes the directory as far as possible. */
    @Override
    public void close() throws IOException {
        try (lock) {
            deleteTree(path);
        }
    }
}
