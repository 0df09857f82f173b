package org.c4igateway.cli.base;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/**
 * The message files that a command is given: files as they are named, and below directories every {@code .mtf} and
 * {@code .txt} file, sorted, without following links, at most {@link #MAX_DEPTH} deep and {@link #MAX_FILES} in all.
 */
public final class MessageFiles {
    static final int MAX_DEPTH = 16;
    static final int MAX_FILES = 100_000;

    /** Largest payload that any node accepts. */
    static final int MAX_BYTES = 16 * 1024 * 1024;

    private static final Path STANDARD_INPUT = Path.of("-");

    private MessageFiles() {}

    /** Expands directories. Blocks on the file system. */
    public static List<Path> expand(List<Path> named) throws CommandException {
        List<Path> files = new ArrayList<>();
        for (Path path : named) {
            if (isStandardInput(path) || !Files.isDirectory(path)) {
                files.add(path);
            } else {
                files.addAll(below(path));
            }
            if (files.size() > MAX_FILES) {
                throw CommandException.environment("more than " + MAX_FILES + " files; give fewer at a time");
            }
        }
        return files;
    }

    /** The whole content; {@code -} is standard input. Refuses more than {@link #MAX_BYTES}. */
    public static byte[] read(Path file) throws IOException {
        try (InputStream in = isStandardInput(file) ? System.in : Files.newInputStream(file)) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            if (content.length > MAX_BYTES) {
                throw new IOException("larger than " + MAX_BYTES + " bytes, the maximum that a node carries");
            }
            return content;
        }
    }

    public static boolean isStandardInput(Path path) {
        return path.equals(STANDARD_INPUT);
    }

    private static List<Path> below(Path directory) throws CommandException {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(
                    directory, EnumSet.noneOf(java.nio.file.FileVisitOption.class), MAX_DEPTH, new Finder(found));
        } catch (IOException e) {
            throw CommandException.environment("cannot read the directory " + directory + ": " + e.getMessage());
        }
        if (found.isEmpty()) {
            throw CommandException.environment("no .mtf or .txt file below " + directory);
        }
        found.sort(null);
        return found;
    }

    private static final class Finder extends SimpleFileVisitor<Path> {
        private final List<Path> found;

        Finder(List<Path> found) {
            this.found = found;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
            boolean message = name.endsWith(".mtf") || name.endsWith(".txt");
            if (message && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                found.add(file);
            }
            return found.size() > MAX_FILES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }
    }
}
