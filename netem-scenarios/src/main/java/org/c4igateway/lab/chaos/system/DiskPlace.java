package org.c4igateway.lab.chaos.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.c4igateway.lab.testbed.disk.LoopDisk;

/**
 * Where processes have their files: below a directory, or on a disk of its own that is mounted there.
 *
 * @param directory on the disk of this machine
 */
record DiskPlace(Path directory, Optional<LoopDisk> disk) {
    /** One without a disk of its own. The directory is made. */
    static DiskPlace in(Path directory) throws IOException {
        return new DiskPlace(Files.createDirectories(directory), Optional.empty());
    }

    /**
     * One with a disk.
     *
     * @param megabytes its size
     * @param memoryMegabytes how much of it can be written
     */
    static DiskPlace onDisk(Path directory, int megabytes, int memoryMegabytes) throws IOException {
        Files.createDirectories(directory);
        return new DiskPlace(directory, Optional.of(LoopDisk.mount(directory, megabytes, memoryMegabytes)));
    }

    /** Where the files are. */
    Path files() {
        return disk.map(LoopDisk::path).orElse(directory);
    }

    void close() throws IOException {
        if (disk.isPresent()) {
            disk.get().close();
        }
    }
}
