package org.c4igateway.wan.journal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Creates files and directories that only their owner can read, whatever the process's umask, because a journal is not
 * encrypted.
 */
final class OwnerOnlyFiles {
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");

    private OwnerOnlyFiles() {}

    /** Makes a directory with those above it that are not there; what is there stays as it is. */
    static void directories(Path directory) throws IOException {
        Files.createDirectories(directory, attributes(directory, DIRECTORY));
    }

    /** Makes an empty file, or takes the rights of others away from the one that is there. */
    static void file(Path file) throws IOException {
        FileAttribute<?>[] attributes = attributes(file, FILE);
        try {
            Files.createFile(file, attributes);
        } catch (FileAlreadyExistsException e) {
            if (attributes.length > 0 && !FILE.containsAll(Files.getPosixFilePermissions(file))) {
                Files.setPosixFilePermissions(file, FILE);
            }
        }
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }
}
