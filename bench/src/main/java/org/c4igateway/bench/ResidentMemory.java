package org.c4igateway.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Physical memory of processes. */
public final class ResidentMemory {
    private static final double BYTES_PER_KIB = 1_024;

    private ResidentMemory() {}

    /** @return bytes that a process uses now; NaN when it is gone or the system does not say */
    public static double bytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) * BYTES_PER_KIB)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
