package org.c4igateway.wan.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files and directories that only their owner can read, whatever the process's umask. Without effect on file systems
 * without POSIX permissions.
 */
final class OwnerOnly {
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");

    private OwnerOnly() {}

    static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory, attributes(directory, DIRECTORY));
    }

    static void createFile(Path file) throws IOException {
        Files.createFile(file, attributes(file, FILE));
    }

    /** Takes the permissions of others away from a file that is there. */
    static void restrict(Path file) throws IOException {
        if (isPosix(file) && !FILE.containsAll(Files.getPosixFilePermissions(file))) {
            Files.setPosixFilePermissions(file, FILE);
        }
    }

    /** Makes a renamed file in it survive a loss of power under its new name. */
    static void syncDirectory(Path directory) throws IOException {
        if (isPosix(directory)) {
            try (FileChannel channel = FileChannel.open(directory)) {
                channel.force(true);
            }
        }
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
