package org.c4igateway.lab.run.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Processor time since the machine started, in clock ticks of all processors, from {@code /proc}: tells whether
 * other programs worked on the machine while something was measured. Immutable.
 *
 * @param busy of all programs, the kernel and other guests of the host included
 * @param idle unused
 * @param own of this process and all that it started, and in a process namespace of the lab's own of all in it; of
 *     those that ended, when their parent waited for them
 */
public record ProcessorUse(long busy, long idle, long own) {
    private static final ProcessorUse UNKNOWN = new ProcessorUse(-1, -1, -1);
    /** By so much the time of all programs may be less than that of some of them. */
    private static final double SAMPLED = 0.01;

    private static final int IDLE = 3;
    private static final int WAITING = 4;
    private static final int LAST = 7;
    private static final long FIRST_PROCESS = 1;
    /** Of the namespace in which the machine started: {@code PROC_PID_INIT_INO} of Linux. */
    private static final String OF_MACHINE = "pid:[4026531836]";

    /**
     * Where a process's own time stands behind its name, of itself and of children that it waited for; four numbers.
     */
    private static final int OWN = 11;

    /** Reads it; unknown where there is no {@code /proc}. */
    public static ProcessorUse read() {
        try {
            String[] words = Files.readString(Path.of("/proc/stat"))
                    .lines()
                    .findFirst()
                    .orElse("")
                    .split(" +", -1);
            long busy = 0;
            long idle = 0;
            for (int i = 0; i <= LAST; i++) {
                long ticks = Long.parseLong(words[i + 1]);
                if (i == IDLE || i == WAITING) {
                    idle += ticks;
                } else {
                    busy += ticks;
                }
            }
            return new ProcessorUse(busy, idle, ownTicks());
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return UNKNOWN;
        }
    }

    private static long ownTicks() throws IOException {
        ProcessHandle self = ProcessHandle.current();
        Stream<ProcessHandle> own =
                isInSandbox(self) ? ProcessHandle.allProcesses() : Stream.concat(Stream.of(self), self.descendants());
        return own.mapToLong(process -> ticks(process.pid())).sum();
    }

    /**
     * In the sandbox of the launcher, whose first process is our parent, everything belongs to the lab. Not everything
     * descends from this process: a server of PostgreSQL that has started is a child of the first one.
     */
    private static boolean isInSandbox(ProcessHandle self) throws IOException {
        return self.parent().map(ProcessHandle::pid).orElse(0L) == FIRST_PROCESS
                && !Files.readSymbolicLink(Path.of("/proc/self/ns/pid"))
                        .toString()
                        .equals(OF_MACHINE);
    }

    private static long ticks(long pid) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            String[] words = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
            long sum = 0;
            for (int i = 0; i < 4; i++) {
                sum += Long.parseLong(words[OWN + i]);
            }
            return sum;
        } catch (IOException e) {
            return 0; // it has just ended; its parent has its time
        }
    }

    /**
     * Share of all processors' time since an earlier reading that was not used by this process and its children;
     * negative when unknown. Ticks are sampled and the own time is exact, so that small differences are nothing.
     */
    public double othersSince(ProcessorUse earlier) {
        long spent = busy - earlier.busy;
        long all = spent + idle - earlier.idle;
        if (busy < 0 || earlier.busy < 0 || all <= 0) {
            return -1;
        }
        double share = (double) (spent - (own - earlier.own)) / all;
        return share < -SAMPLED ? -1 : Math.clamp(share, 0, 1);
    }
}
