package org.c4igateway.test.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The formatter does not wrap comments, so this test measures them. */
class CommentWidthTest {
    private static final int WIDEST = 120;
    private static final int MIN_FILES = 800;
    private static final Path PROJECT = Path.of("..");

    @Test
    void wrapsCommentsAt120Columns() throws IOException {
        List<Path> sources = sources();

        assertThat(sources).as("source files found").hasSizeGreaterThan(MIN_FILES);
        assertThat(sources.stream().flatMap(CommentWidthTest::tooWide))
                .as("lines of comments over %d columns; wrap them", WIDEST)
                .isEmpty();
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(PROJECT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                boolean foreign = name.equals("target") || (name.startsWith(".") && !directory.equals(PROJECT));
                return foreign ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }

    private static Stream<String> tooWide(Path source) {
        try {
            List<String> lines = Files.readAllLines(source);
            return IntStream.range(0, lines.size())
                    .filter(line -> lines.get(line).length() > WIDEST && isComment(lines.get(line)))
                    .mapToObj(line -> "%s:%d".formatted(PROJECT.relativize(source), line + 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isComment(String line) {
        String text = line.strip();
        return text.startsWith("//") || text.startsWith("/*") || text.startsWith("*");
    }
}
