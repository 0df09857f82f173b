package org.c4igateway.lab.testbed.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.c4igateway.lab.tool.ToolRun;

/**
 * An ext4 file system on a loop device whose blocks lie in memory. Needs root. One thread at a time.
 *
 * <p>It can be full, stand still, and lose power: what no fsync has confirmed is gone then. By itself its journal is
 * written every five minutes only, so that what is gone does not depend on how busy the machine is. If it is larger
 * than its memory it can also break: once the memory is full, blocks that were never written before cannot be written,
 * although the file system has room for them and takes them; a later fsync says so.
 */
public final class LoopDisk implements AutoCloseable {
    private static final Path LOOP_CONTROL = Path.of("/dev/loop-control");

    private final Path memory;
    private final Path mount;

    private LoopDisk(Path directory) {
        this.memory = directory.resolve("memory");
        this.mount = directory.resolve("disk");
    }

    /** Why there can be none on this machine; empty when nothing is known that hinders it. */
    public static Optional<String> obstacle() {
        if (!Files.isWritable(LOOP_CONTROL)) {
            return Optional.of(LOOP_CONTROL + " is missing or not writable: a disk of its own needs root");
        }
        return ToolRun.script("command -v python3 && command -v mkfs.ext4").succeeded()
                ? Optional.empty()
                : Optional.of("a disk of its own needs python3 and mkfs.ext4");
    }

    /**
     * Makes one below an empty directory.
     *
     * @param megabytes its size
     * @param memoryMegabytes how much of it can be written
     * @throws IOException where file systems cannot be mounted
     */
    public static LoopDisk mount(Path directory, int megabytes, int memoryMegabytes) throws IOException {
        LoopDisk disk = new LoopDisk(directory);
        ToolRun made = ToolRun.script("""
                mkdir %1$s %2$s
                mount -t tmpfs -o size=%3$dm tmpfs %1$s
                truncate -s %4$dm %1$s/image
                mkfs.ext4 -q -F -m 0 %1$s/image
                mount -o loop,commit=300 %1$s/image %2$s
                chmod 777 %2$s
                """.formatted(disk.memory, disk.mount, memoryMegabytes, megabytes));
        try {
            made.orThrow("mounting a disk of " + megabytes + " MiB");
            return disk;
        } catch (IOException e) {
            disk.close();
            throw e;
        }
    }

    /** Unmounts what a process that was killed has left below a directory. */
    public static void unmountBelow(Path directory) throws IOException {
        ToolRun.script("cut -d' ' -f2 /proc/mounts | { grep '^" + directory
                        + "/' || true; } | sort -r | xargs -r -n1 umount -l")
                .orThrow("unmounting below " + directory);
    }

    /** Where it is mounted. */
    public Path path() {
        return mount;
    }

    /** From now on there is no room. */
    public void fill() throws IOException {
        fill(mount);
    }

    /** Whoever filled it makes room again. */
    public void empty() throws IOException {
        ToolRun.script("rm -f " + mount + "/filler").orThrow("making room");
    }

    /** From now on each write waits. */
    public void freeze() throws IOException {
        ToolRun.script("fsfreeze -f " + mount).orThrow("freezing");
    }

    /** Writes go on; nothing happens when they do already. */
    public void thaw() throws IOException {
        ToolRun.script("fsfreeze -u " + mount + " 2>/dev/null || true").orThrow("thawing");
    }

    /** From now on blocks that were never written cannot be written. */
    public void breakDown() throws IOException {
        fill(memory);
    }

    /** From now on it is read-only, as ext4 makes itself after an error; {@link #mend} ends that. */
    public void refuseWrites() throws IOException {
        ToolRun.script("mount -o remount,abort " + mount).orThrow("aborting the journal of the disk");
    }

    /** As an operator does when no process uses it: it is checked, and mounted again. */
    public void mend() throws IOException {
        ToolRun.script("""
                rm -f %1$s/filler
                for _ in $(seq 100); do ! umount %2$s 2>/dev/null || break; sleep 0.1; done
                e2fsck -p -f %1$s/image >/dev/null || [ $? -le 1 ] || e2fsck -y -f %1$s/image >/dev/null || [ $? -le 1 ]
                mount -o loop,commit=300 %1$s/image %2$s
                """.formatted(memory, mount)).orThrow("mending the disk");
    }

    /**
     * The machine loses its power: from now on nothing is written, not even the journal, and reading fails. The call is
     * EXT4_IOC_SHUTDOWN, which is {@code _IOR('X', 125, __u32)}, with EXT4_GOING_FLAGS_NOLOGFLUSH.
     */
    public void cutPower() throws IOException {
        ToolRun.script("""
                python3 - %s <<'END'
                import fcntl, os, struct, sys
                fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack("I", 2))
                END
                """.formatted(mount)).orThrow("cutting the power of the disk");
    }

    /** The machine starts: the file system recovers from its journal. No process may use it any more. */
    public void powerOn() throws IOException {
        ToolRun.script("""
                for _ in $(seq 100); do ! umount %2$s 2>/dev/null || break; sleep 0.1; done
                mount -o loop,commit=300 %1$s/image %2$s
                """.formatted(memory, mount)).orThrow("mounting the disk again");
    }

    private static void fill(Path directory) throws IOException {
        ToolRun.script("""
                free=$(stat -f -c '%%a %%S' %1$s | { read blocks size; echo $((blocks * size)); })
                fallocate -l $((free - free / 100)) %1$s/filler || true
                dd if=/dev/zero of=%1$s/filler bs=64k oflag=append conv=notrunc 2>/dev/null || true
                dd if=/dev/zero of=%1$s/filler bs=1k oflag=append conv=notrunc 2>/dev/null || true
                """.formatted(directory)).orThrow("filling " + directory);
    }

    @Override
    public void close() throws IOException {
        thaw();
        ToolRun.script("umount -l " + mount + " 2>/dev/null || true\numount -l " + memory + " 2>/dev/null || true")
                .orThrow("unmounting");
    }
}
