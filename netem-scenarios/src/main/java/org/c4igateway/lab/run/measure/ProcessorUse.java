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
 * @param own of this process and all that it started; of those that ended, when their parent waited for them
 */
public record ProcessorUse(long busy, long idle, long own) {
    private static final ProcessorUse UNKNOWN = new ProcessorUse(-1, -1, -1);
    private static final int IDLE = 3;
    private static final int WAITING = 4;
    private static final int LAST = 7;

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

    private static long ownTicks() {
        ProcessHandle self = ProcessHandle.current();
        return Stream.concat(Stream.of(self), self.descendants())
                .mapToLong(process -> ticks(process.pid()))
                .sum();
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

    /** Share of all processors' time since an earlier reading that was not used by this process and its children. */
    public double othersSince(ProcessorUse earlier) {
        long spent = busy - earlier.busy;
        long all = spent + idle - earlier.idle;
        if (busy < 0 || earlier.busy < 0 || all <= 0) {
            return -1;
        }
        return Math.clamp((double) (spent - (own - earlier.own)) / all, 0, 1);
    }
}
