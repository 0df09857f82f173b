package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.c4igateway.lab.tool.ToolRun;

/** Memory of processes, as the operating system and their Java say. */
public final class ProcessMemory {
    private static final double BYTES_PER_KIB = 1_024;
    private static final Pattern OLD_GENERATION =
            Pattern.compile("(?im)^ *tenured(?: generation)? +total \\d+K, used (\\d+)K");

    private ProcessMemory() {}

    /** @return bytes of physical memory that a process uses now; NaN when it is gone or the system does not say */
    public static double resident(long pid) {
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

    /**
     * Makes a Java process collect all its garbage. Blocks until it has, five seconds at most.
     *
     * @return bytes of its old generation right after that, as the young one fills again at once; NaN when it does not
     *     answer in time, or has another collector than the serial one
     */
    public static double heap(long pid) {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        if (!ToolRun.of(jcmd, Long.toString(pid), "GC.run").succeeded()) {
            return Double.NaN;
        }
        return OLD_GENERATION
                .matcher(ToolRun.of(jcmd, Long.toString(pid), "GC.heap_info").output())
                .results()
                .mapToDouble(found -> Double.parseDouble(found.group(1)) * BYTES_PER_KIB)
                .findFirst()
                .orElse(Double.NaN);
    }
}
