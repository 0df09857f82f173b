package org.c4igateway.lab.chaos.system;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.c4igateway.lab.testbed.broker.BrokerPair;
import org.c4igateway.lab.testbed.broker.BrokerPair.Role;
import org.c4igateway.lab.testbed.broker.BrokerProcess;

/** The pair of external brokers of a run, which all nodes use in place of engines of their own. Thread-safe. */
public final class ChaosBrokers {
    /** What they are called in reports and as a host. */
    public static final String NAME = "BROKERS";

    private final BrokerPair pair;
    private final Map<Role, SupervisedProcess<BrokerProcess>> processes = new EnumMap<>(Role.class);

    /** Nothing runs. */
    ChaosBrokers(BrokerPair pair) {
        this.pair = pair;
        for (Role role : Role.values()) {
            processes.put(role, new SupervisedProcess<>(pair.process(role)));
        }
    }

    /** Starts both; blocks until one serves and the other watches. */
    void start() throws IOException, InterruptedException {
        pair.start();
        for (SupervisedProcess<BrokerProcess> process : processes.values()) {
            process.release();
        }
    }

    /** The one that takes connections; the primary while neither does. Blocks for a second at most. */
    public SupervisedProcess<BrokerProcess> serving() {
        return Objects.requireNonNull(processes.get(pair.process(Role.BACKUP).serves() ? Role.BACKUP : Role.PRIMARY));
    }

    /** Lines of a node's file. */
    String settings() {
        return "c4i.transports.jms.external-url: \"" + pair.externalUrl() + "\"\n";
    }

    /** Starts what has ended by itself, as a service manager does. */
    void revive() throws IOException {
        for (SupervisedProcess<BrokerProcess> process : processes.values()) {
            process.revive();
        }
    }

    /** How often one of them ended that no fault had ended. */
    public int endedItself() {
        return processes.values().stream()
                .mapToInt(SupervisedProcess::endedItself)
                .sum();
    }

    /** Logs of both. */
    public List<Path> logs() {
        return processes.values().stream()
                .map(process -> process.current().log())
                .toList();
    }

    void close() {
        processes.values().forEach(SupervisedProcess::close);
    }
}
