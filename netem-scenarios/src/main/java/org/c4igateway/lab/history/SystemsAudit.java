package org.c4igateway.lab.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.c4igateway.lab.history.HistoryAudit.Scope;

/**
 * Watches several systems from now on: a reader at each inbox, and what each has submitted until now is left out.
 * Judges all of them at the end. Blocks; one thread at a time.
 */
public final class SystemsAudit implements AutoCloseable {
    private final HistoryAudit audit;
    private final Map<String, ObservedSystem> systems = new LinkedHashMap<>();
    private final Map<String, Long> newest = new LinkedHashMap<>();
    private final Map<String, InboxReader> readers = new LinkedHashMap<>();

    private SystemsAudit(HistoryAudit audit) {
        this.audit = audit;
    }

    /** @param directory takes a file per system, which {@link #close} deletes */
    public static SystemsAudit open(List<? extends ObservedSystem> systems, HistoryAudit audit, Path directory)
            throws SQLException {
        SystemsAudit opened = new SystemsAudit(audit);
        try {
            Files.createDirectories(directory);
            for (ObservedSystem system : systems) {
                opened.systems.put(system.system(), system);
                opened.newest.put(system.system(), newest(system));
                Path file = Files.createTempFile(directory, "read-" + system.system() + "-", ".log");
                opened.readers.put(system.system(), InboxReader.start(system, file));
            }
            return opened;
        } catch (IOException e) {
            opened.close();
            throw new UncheckedIOException(e);
        } catch (SQLException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static long newest(ObservedSystem system) throws SQLException {
        try (Connection connection = system.openOwner();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select coalesce(max(sequence), 0) from c4i.outbox")) {
            row.next();
            return row.getLong(1);
        }
    }

    /**
     * Every row of every pair, what every reader saw, and all ledgers.
     *
     * @param disturbance when something was broken on purpose; times until then are told apart
     */
    public AuditResult audit(Instant disturbance, Expectation expectation) throws SQLException {
        AuditResult all = AuditResult.empty();
        for (ObservedSystem origin : systems.values()) {
            Scope scope = new Scope(newest.getOrDefault(origin.system(), 0L), disturbance);
            for (ObservedSystem destination : systems.values()) {
                if (!destination.equals(origin)) {
                    all = all.plus(audit.pair(origin, destination, scope, expectation));
                }
            }
        }
        for (ObservedSystem system : systems.values()) {
            InboxReader reader = reader(system);
            all = all.plus(audit.reading(system, reader))
                    .plus(audit.ledger(system))
                    .plus(audit.origins(system, others(system), reader.start()));
        }
        return all;
    }

    private Set<String> others(ObservedSystem system) {
        Set<String> others = new TreeSet<>(systems.keySet());
        others.remove(system.system());
        return others;
    }

    private InboxReader reader(ObservedSystem system) {
        InboxReader reader = readers.get(system.system());
        if (reader == null) {
            throw new IllegalStateException("no reader at " + system.system());
        }
        return reader;
    }

    @Override
    public void close() {
        readers.values().forEach(InboxReader::close);
        readers.clear();
    }
}
