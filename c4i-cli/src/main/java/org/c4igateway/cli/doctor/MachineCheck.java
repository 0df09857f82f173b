package org.c4igateway.cli.doctor;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** Java, processors and memory. */
final class MachineCheck implements Check {
    private static final int JAVA_FEATURE = 25;
    private static final long DEMO_MEMORY_MB = 2_048;
    private static final int DEMO_PROCESSORS = 2;

    @Override
    public List<Finding> examine() {
        List<Finding> findings = new ArrayList<>();
        findings.add(java());
        findings.add(processors());
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system) {
            findings.add(memory(system));
        }
        return findings;
    }

    private static Finding java() {
        Runtime.Version version = Runtime.version();
        String detail = version + " at " + System.getProperty("java.home");
        return (version.feature() == JAVA_FEATURE
                        ? Finding.ok("Java", detail)
                        : Finding.missing("Java", detail, "install a JDK " + JAVA_FEATURE + " and set JAVA_HOME to it"))
                .neededForDemo();
    }

    private static Finding processors() {
        int processors = Runtime.getRuntime().availableProcessors();
        String detail = processors + (processors == 1 ? " processor" : " processors");
        return processors >= DEMO_PROCESSORS
                ? Finding.ok("CPU", detail)
                : Finding.warn(
                        "CPU",
                        detail,
                        "give it " + DEMO_PROCESSORS + " processors for the timing of the demonstration");
    }

    private static Finding memory(com.sun.management.OperatingSystemMXBean system) {
        long totalMb = system.getTotalMemorySize() >> 20;
        String detail = totalMb + " MB";
        return totalMb >= DEMO_MEMORY_MB
                ? Finding.ok("memory", detail)
                : Finding.warn("memory", detail, "give it " + DEMO_MEMORY_MB + " MB for two nodes and a database");
    }
}
