package org.c4igateway.test.e2e.kill;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A control group of the kernel: what its processes may have of memory and processor together. In version 2 of the
 * groups it is one directory, in version 1 two. Needs root; closed after the end of its processes.
 */
final class ControlGroup implements AutoCloseable {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final String MEMORY_LIMIT = "memory.limit_in_bytes";
    private static final String PROCESSOR_QUOTA = "cpu.cfs_quota_us";
    private static final String UNIFIED_MEMORY_LIMIT = "memory.max";
    private static final int PERIOD_MICROS = 100_000;

    private final boolean unified;
    private final Path memory;
    private final Path processor;

    private ControlGroup(boolean unified, Path memory, Path processor) {
        this.unified = unified;
        this.memory = memory;
        this.processor = processor;
    }

    /** Makes one; skips the test, with the reason, where that is not possible. */
    static ControlGroup require(String name) {
        try {
            return make("c4i-" + ProcessHandle.current().pid() + "-" + name);
        } catch (IOException e) {
            assumeTrue(false, "control groups cannot be made: " + e);
            throw new IllegalStateException(e);
        }
    }

    private static ControlGroup make(String name) throws IOException {
        Path controllers = ROOT.resolve("cgroup.controllers");
        if (!Files.exists(controllers)) {
            Path memory = directory(ROOT.resolve("memory").resolve(name), MEMORY_LIMIT);
            try {
                return new ControlGroup(
                        false, memory, directory(ROOT.resolve("cpu").resolve(name), PROCESSOR_QUOTA));
            } catch (IOException e) {
                Files.delete(memory);
                throw e;
            }
        }
        Files.writeString(ROOT.resolve("cgroup.subtree_control"), "+memory +cpu");
        Path both = directory(ROOT.resolve(name), UNIFIED_MEMORY_LIMIT);
        return new ControlGroup(true, both, both);
    }

    /** A directory in which the kernel has put the file. Where no controller is mounted, it is a plain directory. */
    private static Path directory(Path path, String file) throws IOException {
        Files.createDirectory(path);
        if (!Files.exists(path.resolve(file))) {
            Files.delete(path);
            throw new IOException("no controller is mounted there: " + path + " has no " + file);
        }
        return path;
    }

    /** Words before a command whose process begins its life in the group. */
    List<String> enter() {
        String joins = List.of(memory, processor).stream()
                .distinct()
                .map(each -> "echo $$ > " + each.resolve("cgroup.procs") + " && ")
                .collect(Collectors.joining());
        return List.of("sh", "-c", joins + "exec \"$@\"", "sh");
    }

    /** What is above it, and cannot be given back, costs a process of the group its life. */
    void limitMemory(long bytes) throws IOException {
        Files.writeString(memory.resolve(unified ? UNIFIED_MEMORY_LIMIT : MEMORY_LIMIT), Long.toString(bytes));
    }

    /** Its processes get at most so much of one core. */
    void limitProcessor(int percent) throws IOException {
        int quota = PERIOD_MICROS / 100 * percent;
        if (unified) {
            Files.writeString(processor.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
        } else {
            Files.writeString(processor.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS));
            Files.writeString(processor.resolve(PROCESSOR_QUOTA), Integer.toString(quota));
        }
    }

    /** How many of its processes the kernel has killed for their memory. */
    long killed() throws IOException {
        return number(memory.resolve(unified ? "memory.events" : "memory.oom_control"), "oom_kill ");
    }

    /** In how many periods its processes had to wait for the next one. */
    long throttled() throws IOException {
        return number(processor.resolve("cpu.stat"), "nr_throttled ");
    }

    private static long number(Path file, String key) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(key))
                .mapToLong(line -> Long.parseLong(line.substring(key.length()).strip()))
                .findFirst()
                .orElseThrow(() -> new IOException(file + " says nothing of " + key));
    }

    @Override
    public void close() throws IOException {
        Files.delete(memory);
        if (!unified) {
            Files.delete(processor);
        }
    }
}
