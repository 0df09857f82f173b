package org.c4igateway.dbbridge.node.reload;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.c4igateway.topics.Sha256;

/** What files are now, to notice that they change. Follows symbolic links. Blocks on the file system. */
final class FileStates {
    private static final int DEEPEST = 3;
    private static final int MAX_FILES = 4_096;
    private static final long LARGEST = 64L << 20;
    private static final int SHOWN = 8;

    private FileStates() {}

    /**
     * @param paths files, or directories with files; missing ones count as such
     * @return a state of each file that differs when another file stands there or it was written
     */
    static SortedMap<Path, String> of(Collection<Path> paths) {
        SortedMap<Path, String> states = new TreeMap<>();
        for (Path path : paths) {
            files(path).forEach(file -> states.put(file, state(file)));
        }
        return states;
    }

    /** @return whether one of the files was written, or put where it is, at that moment or later */
    static boolean writtenAfter(Collection<Path> paths, Instant moment) {
        return paths.stream().flatMap(path -> files(path).stream()).anyMatch(file -> {
            try {
                return !lastChange(file).isBefore(moment);
            } catch (IOException e) {
                return true;
            }
        });
    }

    /** A file that is moved keeps the time at which it was written; where the system knows, its inode tells more. */
    private static Instant lastChange(Path file) throws IOException {
        Instant written = Files.getLastModifiedTime(file).toInstant();
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return written;
        }
        Instant moved = ((FileTime) Files.getAttribute(file, "unix:ctime")).toInstant();
        return moved.isAfter(written) ? moved : written;
    }

    private static String state(Path file) {
        try {
            Path real = file.toRealPath();
            BasicFileAttributes now = Files.readAttributes(real, BasicFileAttributes.class);
            return real + " " + now.fileKey() + " " + now.size() + " " + now.lastModifiedTime();
        } catch (IOException e) {
            return "missing";
        }
    }

    /**
     * @param begin when a process began to read files
     * @param now what is written later is of a time when the clock was ahead
     * @return digits of what the process read there; other text when it was written meanwhile, so that nobody knows
     */
    static String digest(Path path, Instant begin, Instant now) {
        List<Path> one = List.of(path);
        boolean meanwhile = writtenAfter(one, begin) && !writtenAfter(one, now.plusMillis(1));
        return meanwhile ? "written during the start" : digest(path);
    }

    /** @return digits that differ with the content of the file, or of all files of the directory */
    static String digest(Path path) {
        MessageDigest digest = Sha256.begin();
        for (Path file : files(path)) {
            digest.update(path.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
            add(file, digest);
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, SHOWN);
    }

    private static void add(Path file, MessageDigest digest) {
        try {
            if (Files.size(file) > LARGEST) {
                digest.update(state(file).getBytes(StandardCharsets.UTF_8));
                return;
            }
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                var _ = in.transferTo(OutputStream.nullOutputStream());
            }
        } catch (IOException e) {
            digest.update((byte) 0);
        }
    }

    private static List<Path> files(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> below = Files.walk(path, DEEPEST, FileVisitOption.FOLLOW_LINKS)) {
            return below.filter(Files::isRegularFile).limit(MAX_FILES).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of(path);
        }
    }
}
