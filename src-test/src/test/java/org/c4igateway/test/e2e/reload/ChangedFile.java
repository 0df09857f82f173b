package org.c4igateway.test.e2e.reload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** The configuration file of a node that runs, changed in the ways in which operators and platforms change it. */
final class ChangedFile {
    private final Path file;
    private final String text;
    private int versions;

    ChangedFile(Path file) {
        this.file = file;
        try {
            this.text = Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it is. */
    Path directory() {
        return Objects.requireNonNull(file.toAbsolutePath().getParent());
    }

    /** The first text. */
    String text() {
        return text;
    }

    /** The first text with lines below {@code c4i}. */
    String with(String... lines) {
        assertThat(text).startsWith("c4i:\n");
        return "c4i:\n  " + String.join("\n  ", lines) + "\n" + text.substring("c4i:\n".length());
    }

    /** Writes the file in place. */
    void write(String content) {
        try {
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a new file and renames it, as editors do. */
    void rename(String content) {
        try {
            Path next = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(next, content);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the file into a new directory and switches a link to that, as Kubernetes does with ConfigMaps. */
    void relink(String content) {
        try {
            Path directory = file.resolveSibling(file.getFileName() + ".data-" + versions++);
            Files.createDirectories(directory);
            Files.writeString(directory.resolve(file.getFileName()), content);
            Path data = file.resolveSibling(file.getFileName() + ".data");
            Path next = file.resolveSibling(file.getFileName() + ".data.new");
            Files.deleteIfExists(next);
            Files.createSymbolicLink(next, directory.getFileName());
            Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);
            if (!Files.isSymbolicLink(file)) {
                Path link = file.resolveSibling(file.getFileName() + ".link");
                Files.deleteIfExists(link);
                Files.createSymbolicLink(link, data.getFileName().resolve(file.getFileName()));
                Files.move(link, file, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
