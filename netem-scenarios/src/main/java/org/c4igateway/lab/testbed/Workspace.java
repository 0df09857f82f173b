package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.c4igateway.lab.tool.OwnedDirectory;

/** A temporary directory and the child processes that work in it; {@link #close} ends and deletes all of it. */
public final class Workspace implements AutoCloseable {
    /** Prefix of the directory's name, by which strays are found. */
    public static final String PREFIX = "c4i-mesh";

    private static final int ATTEMPTS = 30;

    private final OwnedDirectory owned;

    private Workspace(OwnedDirectory owned) {
        this.owned = owned;
    }

    /** Makes a new directory. */
    public static Workspace create() throws IOException {
        return new Workspace(OwnedDirectory.create(PREFIX));
    }

    /** Made for this and deleted on close. */
    public Path directory() {
        return owned.path();
    }

    /** Kills every child that was told this directory, one that is still starting too, and deletes the directory. */
    @Override
    public void close() {
        try {
            for (int attempt = 0; attempt < ATTEMPTS && Files.exists(directory()); attempt++) {
                killChildren();
                owned.close();
                if (Files.exists(directory())) {
                    Pause.shortly();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void killChildren() {
        ProcessHandle.current()
                .descendants()
                .filter(child -> child.info()
                        .commandLine()
                        .orElse("")
                        .contains(directory().toString()))
                .forEach(ProcessHandle::destroyForcibly);
    }
}
