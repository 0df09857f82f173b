package org.c4igateway.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says what a result was measured on. */
public final class Machine {
    private Machine() {}

    public static String describe() {
        Runtime runtime = Runtime.getRuntime();
        return cpu() + ", " + runtime.availableProcessors() + " cores, "
                + System.getProperty("os.name") + " " + System.getProperty("os.version") + ", JDK "
                + System.getProperty("java.runtime.version");
    }

    /** @return load average of the last minute; NaN when the system does not say */
    public static double load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? Double.NaN : load;
    }

    private static String cpu() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown CPU");
        } catch (IOException e) {
            return "unknown CPU";
        }
    }
}
