package org.c4igateway.cli.doctor;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs every check. */
public final class Doctor {
    private final Map<Purpose, List<Check>> checks;

    /** What needs the things that a check looks at. */
    public enum Purpose {
        /** A node, a WAN gateway, the demonstration. */
        NODE("a node and the demo"),
        /** Networks that are made and impaired here. */
        LAB("the lab and chaos"),
        /** Builds from the source, containers, the second DDS implementation. */
        BUILD("builds, containers and OpenDDS");

        private final String title;

        Purpose(String title) {
            this.title = title;
        }

        /** As a sentence says it after "for". */
        public String title() {
            return title;
        }
    }

    /**
     * @param database the interface database to look at; with an empty URL none is
     * @param ports TCP ports that a node is to listen on
     */
    public Doctor(DatabaseAddress database, List<Integer> ports) {
        this.checks = Map.of(
                Purpose.NODE,
                List.of(
                        new MachineCheck(),
                        new NativeDdsCheck(),
                        new DatabaseCheck(database),
                        new PortCheck(ports),
                        new MulticastCheck()),
                Purpose.LAB,
                List.of(new ImpairmentCheck()),
                Purpose.BUILD,
                List.of(new NeighbourCheck()));
    }

    /** Findings as they come, lazily: each check runs when its findings are asked for. Blocks meanwhile. */
    public Stream<Finding> findings(Purpose purpose) {
        return checks.getOrDefault(purpose, List.of()).stream().flatMap(check -> check.examine().stream());
    }
}
