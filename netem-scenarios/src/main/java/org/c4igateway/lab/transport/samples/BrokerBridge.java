package org.c4igateway.lab.transport.samples;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.transport.ArtemisEnd;
import org.c4igateway.lab.transport.ProcessFigures;
import org.c4igateway.lab.transport.ProgramProcess;

/**
 * A broker of Artemis at each of two hosts, and the core bridge from one to the other over the link, with its defaults.
 * Belongs to one thread.
 */
public final class BrokerBridge implements Bridge {
    private static final Duration START_PATIENCE = Duration.ofMinutes(1);

    private final Map<String, ProgramProcess> brokers = new LinkedHashMap<>();

    private BrokerBridge() {}

    /**
     * Starts both. Blocks until programs can connect.
     *
     * @param from whose broker forwards
     * @param to whose broker listens on the link
     * @param directory for logs
     */
    public static BrokerBridge start(BridgeEnd from, BridgeEnd to, ClassPathFile classPath, Path directory)
            throws IOException, InterruptedException {
        BrokerBridge bridge = new BrokerBridge();
        try {
            bridge.start(to, ArtemisEnd.Server.words(List.of(LOCAL, to.address()), ""), classPath, directory);
            bridge.start(from, ArtemisEnd.Server.words(List.of(LOCAL), to.address()), classPath, directory);
            return bridge;
        } catch (IOException | InterruptedException | RuntimeException e) {
            bridge.close();
            throw e;
        }
    }

    private void start(BridgeEnd end, List<String> words, ClassPathFile classPath, Path directory)
            throws IOException, InterruptedException {
        ProgramProcess started = ProgramProcess.start(
                end.enter(),
                classPath,
                new ProgramProcess.Program("carries-at-" + end.name(), ArtemisEnd.Server.class, words),
                directory);
        brokers.put(end.name(), started);
        started.next(START_PATIENCE);
    }

    @Override
    public void requireAlive() throws IOException, InterruptedException {
        for (ProgramProcess broker : brokers.values()) {
            broker.poll(Duration.ZERO); // throws when it has ended
        }
    }

    @Override
    public Map<String, ProcessFigures> figures() throws IOException {
        Map<String, ProcessFigures> figures = new LinkedHashMap<>();
        for (Map.Entry<String, ProgramProcess> each : brokers.entrySet()) {
            figures.put("broker at " + each.getKey(), each.getValue().figures());
        }
        return figures;
    }

    @Override
    public void close() {
        brokers.values().forEach(ProgramProcess::close);
    }
}
