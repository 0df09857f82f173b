package org.c4igateway.cli.base;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Writes configuration files so that there is a whole one at every moment. Blocks on the file system. */
public final class ConfigurationFile {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private ConfigurationFile() {}

    /** Writes a new file that its owner and group may read; refuses to replace one. */
    public static void create(Path target, byte[] content) throws IOException {
        Files.createFile(target, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")));
        write(target, content);
    }

    /**
     * Puts content in the place of a file, with the same owner, group and permissions, and keeps a copy of the old one
     * beside it. After a fault or a crash the file is either the old or the new one.
     *
     * @return the copy; null when there was no file
     */
    public static @Nullable Path replace(Path target, byte[] content, Instant now) throws IOException {
        if (!Files.exists(target)) {
            create(target, content);
            return null;
        }
        Path file = target.toRealPath(); // what a link leads to is replaced, not the link
        Path copy = file.resolveSibling(file.getFileName() + ".before-" + TIME.format(now));
        Path next = Files.createTempFile(file.getParent(), file.getFileName() + ".", ".new");
        try {
            likeThatOf(file, next);
            write(next, content);
            Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            likeThatOf(file, copy);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel directory = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
                directory.force(true);
            }
            return copy;
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private static void likeThatOf(Path model, Path file) throws IOException {
        PosixFileAttributes wanted = Files.readAttributes(model, PosixFileAttributes.class);
        PosixFileAttributeView given = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        given.setOwner(wanted.owner());
        given.setGroup(wanted.group());
        given.setPermissions(wanted.permissions());
    }

    private static void write(Path file, byte[] content) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer left = ByteBuffer.wrap(content);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
    }
}
