package org.c4igateway.lab.transport.samples.poller;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.tool.ExitHook;
import org.c4igateway.lab.transport.ArtemisEnd;
import org.c4igateway.lab.transport.EndSettings;
import org.c4igateway.lab.transport.ProcessFigures;
import org.c4igateway.lab.transport.ProgramProcess;
import org.c4igateway.lab.transport.samples.Bridge;
import org.c4igateway.lab.transport.samples.BridgeEnd;

/**
 * A PostgreSQL for each of two hosts, a broker of Artemis in memory at the first, a program there that polls the
 * outbox, and one at the second that puts what comes over the link into the inbox. Belongs to one thread.
 */
public final class JdbcPoller implements Bridge {
    /** They load more than the other programs, and do it slowly on a busy machine. */
    private static final Duration START_PATIENCE = Duration.ofMinutes(3);

    private final Map<String, HostTables> tables = new LinkedHashMap<>();
    private final Map<String, ProgramProcess> programs = new LinkedHashMap<>();
    private final ClassPathFile classPath;
    private final Path directory;
    private final ExitHook hook = new ExitHook(this::endServers);

    private JdbcPoller(ClassPathFile classPath, Path directory) {
        this.classPath = classPath;
        this.directory = directory;
    }

    /** Starts servers that the programs of hosts reach, but not over the link. */
    @FunctionalInterface
    public interface Servers {
        /**
         * Blocks for some seconds; the caller closes it.
         *
         * @param place for its data and log
         */
        DatabaseServer start(Path place) throws IOException;
    }

    /**
     * Starts all of them. Blocks until they have started; the programs meet the broker in time.
     *
     * @param from whose outbox is polled, and where the broker is
     * @param to whose inbox is filled
     * @param directory for data and logs
     */
    public static JdbcPoller start(
            BridgeEnd from, BridgeEnd to, Servers servers, ClassPathFile classPath, Path directory)
            throws IOException, InterruptedException {
        JdbcPoller poller = new JdbcPoller(classPath, directory);
        try {
            poller.hook.register();
            poller.startTables(from, servers);
            poller.startTables(to, servers);
            poller.start(
                    "broker at " + from.name(),
                    from,
                    ArtemisEnd.Server.class,
                    ArtemisEnd.Server.words(List.of(from.address()), ""));
            poller.startHalf(true, from, from.address());
            poller.startHalf(false, to, from.address());
            return poller;
        } catch (IOException | InterruptedException | RuntimeException e) {
            poller.close();
            throw e;
        }
    }

    private void startTables(BridgeEnd end, Servers servers) throws IOException {
        HostTables started = HostTables.start(end.name(), servers, directory);
        synchronized (tables) {
            tables.put(end.name(), started);
        }
    }

    private static String half(BridgeEnd end) {
        return "poller at " + end.name();
    }

    private void startHalf(boolean sends, BridgeEnd end, String broker) throws IOException, InterruptedException {
        start(
                half(end),
                end,
                PollerProgram.class,
                PollerProgram.words(sends, tables(end.name()).file(), broker));
    }

    private void start(String name, BridgeEnd end, Class<?> program, List<String> words)
            throws IOException, InterruptedException {
        ProgramProcess started = ProgramProcess.start(
                end.enter(), classPath, new ProgramProcess.Program(name.replace(' ', '-'), program, words), directory);
        programs.put(name, started);
        started.next(START_PATIENCE);
    }

    /** Kills the half at the inbox; what it has not confirmed stays at the broker. Blocks until it is gone. */
    void killReceiver(BridgeEnd to) {
        ProgramProcess running = programs.remove(half(to));
        if (running != null) {
            running.close();
        }
    }

    /** Starts the half at the inbox after it was killed. */
    void startReceiver(BridgeEnd from, BridgeEnd to) throws IOException, InterruptedException {
        startHalf(false, to, from.address());
    }

    private HostTables tables(String host) {
        synchronized (tables) {
            HostTables found = tables.get(host);
            if (found == null) {
                throw new IllegalArgumentException("no tables at " + host);
            }
            return found;
        }
    }

    @Override
    public EndSettings.Place place(String host) {
        return new EndSettings.Place(LOCAL, tables(host).file().toString(), LOOPBACK);
    }

    @Override
    public void requireAlive() throws IOException, InterruptedException {
        for (ProgramProcess program : programs.values()) {
            program.poll(Duration.ZERO); // throws when it has ended
        }
    }

    /** Without the servers of the databases. */
    @Override
    public Map<String, ProcessFigures> figures() throws IOException {
        Map<String, ProcessFigures> figures = new LinkedHashMap<>();
        for (Map.Entry<String, ProgramProcess> each : programs.entrySet()) {
            figures.put(each.getKey(), each.getValue().figures());
        }
        return figures;
    }

    @Override
    public void close() {
        programs.values().forEach(ProgramProcess::close);
        try {
            endServers();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            hook.forget();
        }
    }

    /** Also in the thread of a signal. */
    private void endServers() throws IOException {
        List<HostTables> all;
        synchronized (tables) {
            all = new ArrayList<>(tables.values());
        }
        for (HostTables each : all) {
            each.close();
        }
    }
}
