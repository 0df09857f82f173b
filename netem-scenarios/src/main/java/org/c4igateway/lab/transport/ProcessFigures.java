package org.c4igateway.lab.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a process has used since it started, from {@code /proc}.
 *
 * @param cpuSeconds processor time of all its threads, by the hundredth
 * @param peakMegabytes most physical memory at once, in megabytes of 1,000,000 B
 */
public record ProcessFigures(double cpuSeconds, double peakMegabytes) {
    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final double TICKS_PER_SECOND = 100;
    private static final double BYTES_PER_KIB = 1_024;

    /** Reads them while the process lives. */
    public static ProcessFigures of(Process process) throws IOException {
        Path directory = Path.of("/proc", Long.toString(process.pid()));
        String line = Files.readString(directory.resolve("stat"));
        String[] words = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        double ticks = Long.parseLong(words[USER]) + Long.parseLong(words[SYSTEM]);
        double peak = Files.readAllLines(directory.resolve("status")).stream()
                .filter(entry -> entry.startsWith("VmHWM:"))
                .mapToDouble(entry -> Double.parseDouble(entry.replaceAll("[^0-9]", "")) * BYTES_PER_KIB)
                .findFirst()
                .orElseThrow(() -> new IOException("the process " + process.pid() + " has ended"));
        return new ProcessFigures(ticks / TICKS_PER_SECOND, peak / 1e6);
    }

    /** Of two processes that ran one after the other. */
    public ProcessFigures and(ProcessFigures other) {
        return new ProcessFigures(cpuSeconds + other.cpuSeconds, Math.max(peakMegabytes, other.peakMegabytes));
    }

    /** Processor time since an earlier reading, and the peak until now. */
    public ProcessFigures since(ProcessFigures earlier) {
        return new ProcessFigures(cpuSeconds - earlier.cpuSeconds, peakMegabytes);
    }

    /** Each since its earlier reading, in the same order; what has none is whole. */
    public static <K> Map<K, ProcessFigures> since(Map<K, ProcessFigures> now, Map<K, ProcessFigures> earlier) {
        Map<K, ProcessFigures> since = new LinkedHashMap<>();
        now.forEach((which, figures) -> {
            ProcessFigures before = earlier.get(which);
            since.put(which, before == null ? figures : figures.since(before));
        });
        return since;
    }

    /** Processor time of all, in seconds. */
    public static double cpuSeconds(Map<?, ProcessFigures> all) {
        return all.values().stream().mapToDouble(ProcessFigures::cpuSeconds).sum();
    }
}
