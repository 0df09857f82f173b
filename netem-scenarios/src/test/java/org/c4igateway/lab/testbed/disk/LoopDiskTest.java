package org.c4igateway.lab.testbed.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopDiskTest {
    private static final int MEGABYTES = 64;
    private static final int MEMORY_MEGABYTES = 80;
    private static final byte[] MEGABYTE = new byte[1024 * 1024];

    private final Path directory;
    private LoopDisk disk;

    LoopDiskTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void mount() throws IOException {
        assumeTrue(LoopDisk.obstacle().isEmpty(), () -> LoopDisk.obstacle().orElse(""));
        disk = LoopDisk.mount(directory, MEGABYTES, MEMORY_MEGABYTES);
    }

    @AfterEach
    void unmount() throws IOException {
        if (disk != null) {
            disk.close();
        }
    }

    @Test
    void losesWithItsPowerWhatNoFsyncHasConfirmed() throws IOException {
        Path confirmed = write("confirmed");
        Path unconfirmed = write("unconfirmed");
        Path appended = write("appended");
        try (FileChannel channel = FileChannel.open(confirmed, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        try (FileChannel channel = FileChannel.open(appended, StandardOpenOption.APPEND)) {
            channel.force(true);
        }
        Files.write(appended, MEGABYTE, StandardOpenOption.APPEND);
        Path later = write("later");

        disk.cutPower();
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> write("without power"));
        disk.powerOn();

        assertThat(confirmed).hasSize(MEGABYTE.length);
        assertThat(appended).hasSize(MEGABYTE.length);
        assertThat(later).doesNotExist();
        // An fsync of another file may have taken it along; if not, it is gone or empty, but never half there.
        assertThat(Files.notExists(unconfirmed)
                        || Files.size(unconfirmed) == MEGABYTE.length
                        || Files.size(unconfirmed) == 0)
                .isTrue();
        assertThat(write("with power")).hasSize(MEGABYTE.length);
    }

    @Test
    void takesNothingWhileItIsFull() throws IOException {
        disk.fill();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> write("more"))
                .withMessageContaining("No space left");
        disk.empty();
        assertThat(write("again")).hasSize(MEGABYTE.length);
    }

    @Test
    void isUnmountedBelowTheDirectoryOfAProcessThatWasKilled() throws IOException {
        Path onDisk = write("left");

        LoopDisk.unmountBelow(directory);

        assertThat(onDisk).doesNotExist();
        assertThat(disk.path()).isEmptyDirectory();
    }

    private Path write(String name) throws IOException {
        return Files.write(disk.path().resolve(name), MEGABYTE);
    }
}
