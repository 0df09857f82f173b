package org.c4igateway.wan.app;

import java.io.IOException;
import java.nio.file.Path;

/** Makes pre-shared keys for links. */
public final class WanKeys {
    private WanKeys() {}

    /**
     * Writes a file with one new random key that only its owner may read.
     *
     * @throws IOException when the file exists or cannot be written
     */
    public static void create(Path file) throws IOException {
        KeyFile.create(file);
    }
}
