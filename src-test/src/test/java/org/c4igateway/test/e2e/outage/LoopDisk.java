package org.c4igateway.test.e2e.outage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.c4igateway.lab.tool.ToolRun;

/**
 * A file system on a loop device whose blocks lie in memory. It can stand still, and it can break: once the memory is
 * full, blocks that were never written before cannot be written, although the file system has room for them and takes
 * them; a later fsync says so. Needs root.
 */
final class LoopDisk implements AutoCloseable {
    private final Path memory;
    private final Path mount;

    private LoopDisk(Path directory) {
        this.memory = directory.resolve("memory");
        this.mount = directory.resolve("disk");
    }

    /** @return empty where file systems cannot be mounted */
    static Optional<LoopDisk> mount(Path directory) throws IOException {
        LoopDisk disk = new LoopDisk(directory);
        ToolRun made = ToolRun.script("""
                set -e
                mkdir %1$s %2$s
                mount -t tmpfs -o size=400m tmpfs %1$s
                truncate -s 2g %1$s/image
                mkfs.ext4 -q -F %1$s/image
                mount -o loop %1$s/image %2$s
                chmod 777 %2$s
                """.formatted(disk.memory, disk.mount));
        if (made.exitStatus() == 0) {
            return Optional.of(disk);
        }
        disk.unmount();
        return Optional.empty();
    }

    Path path() {
        return mount;
    }

    /** From now on each write waits. */
    void freeze() throws IOException {
        ToolRun.script("fsfreeze -f " + mount).orThrow("freezing");
    }

    void thaw() throws IOException {
        ToolRun.script("fsfreeze -u " + mount).orThrow("thawing");
    }

    /** From now on blocks that were never written cannot be written. */
    void breakDown() throws IOException {
        ToolRun.script("dd if=/dev/zero of=" + memory + "/filler bs=64k 2>/dev/null || true")
                .orThrow("filling the memory");
    }

    /** As an operator does when no process uses it: it is checked, and mounted again. */
    void mend() throws IOException {
        ToolRun.script("""
                set -e
                rm %1$s/filler
                for _ in $(seq 100); do ! umount %2$s 2>/dev/null || break; sleep 0.1; done
                e2fsck -p -f %1$s/image >/dev/null || [ $? -le 1 ] || e2fsck -y -f %1$s/image >/dev/null || [ $? -le 1 ]
                mount -o loop %1$s/image %2$s
                """.formatted(memory, mount)).orThrow("mending the disk");
    }

    private void unmount() throws IOException {
        ToolRun.script("""
                        fsfreeze -u %2$s 2>/dev/null || true
                        umount -l %2$s 2>/dev/null || true
                        umount -l %1$s 2>/dev/null || true
                        """.formatted(memory, mount)).orThrow("unmounting");
    }

    @Override
    public void close() throws IOException {
        unmount();
    }
}
