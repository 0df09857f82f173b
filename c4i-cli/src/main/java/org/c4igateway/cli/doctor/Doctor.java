package org.c4igateway.cli.doctor;

import java.util.List;
import java.util.stream.Stream;

/** Runs every check. */
public final class Doctor {
    private final List<Check> checks;

    /**
     * @param database the interface database to look at; with an empty URL none is
     * @param ports TCP ports that a node is to listen on
     */
    public Doctor(DatabaseAddress database, List<Integer> ports) {
        this.checks = List.of(
                new MachineCheck(),
                new NativeDdsCheck(),
                new DatabaseCheck(database),
                new PortCheck(ports),
                new MulticastCheck(),
                new ImpairmentCheck(),
                new NeighbourCheck());
    }

    /** Findings as they come, lazily: each check runs when its findings are asked for. Blocks meanwhile. */
    public Stream<Finding> findings() {
        return checks.stream().flatMap(check -> check.examine().stream());
    }
}
