package org.c4igateway.lab.transport.entities;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a process holds at a moment, from {@code /proc}.
 *
 * @param residentMegabytes physical memory, in megabytes of 1,000,000 B
 * @param threads of the process, those of its JVM included
 */
record ProcessHoldings(double residentMegabytes, int threads) {
    private static final double BYTES_PER_KIB = 1_024;

    static ProcessHoldings of(long pid) throws IOException {
        return parse(Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")));
    }

    /**
     * @param status lines of the file of this name
     * @throws IOException when the process has ended
     */
    static ProcessHoldings parse(List<String> status) throws IOException {
        return new ProcessHoldings(number(status, "VmRSS:") * BYTES_PER_KIB / 1e6, (int) number(status, "Threads:"));
    }

    private static long number(List<String> status, String key) throws IOException {
        return status.stream()
                .filter(line -> line.startsWith(key))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElseThrow(() -> new IOException("the process has ended: no " + key));
    }
}
