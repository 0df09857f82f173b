package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A temporary directory and the child processes that work in it.
 *
 * @param directory made for this and deleted on close
 */
record Workspace(Path directory) implements AutoCloseable {
    private static final int ATTEMPTS = 30;

    static Workspace create() throws IOException {
        return new Workspace(Files.createTempDirectory("c4i-mesh"));
    }

    /** Kills every child that was told this directory, one that is still starting too, and deletes the directory. */
    @Override
    public void close() {
        try {
            for (int attempt = 0; attempt < ATTEMPTS && Files.exists(directory); attempt++) {
                killChildren();
                delete();
                if (Files.exists(directory)) {
                    Pause.shortly();
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void killChildren() {
        ProcessHandle.current()
                .descendants()
                .filter(child -> child.info().commandLine().orElse("").contains(directory.toString()))
                .forEach(ProcessHandle::destroyForcibly);
    }

    /** Deletes what can be deleted now; a dying process may still add to it. */
    private void delete() throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                var _ = file.toFile().delete();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException problem) {
                var _ = visited.toFile().delete();
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
