package org.c4igateway.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Processor time of processes, which other programs of the machine hardly change. */
public final class ProcessorTime {
    /** {@code utime} and {@code stime} are in units of {@code USER_HZ}, 100 on every Linux. */
    private static final long MICROS_PER_TICK = TimeUnit.SECONDS.toMicros(1) / 100;

    /** Place of {@code utime} behind the name of the program, which may have blanks. See proc_pid_stat(5). */
    private static final int USER = 11;

    private ProcessorTime() {}

    /** @return microseconds that all threads of a process have used; NaN when it is gone or the system does not say */
    public static double micros(long pid) {
        try {
            return micros(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    static double micros(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[USER]) + Long.parseLong(fields[USER + 1])) * (double) MICROS_PER_TICK;
    }
}
