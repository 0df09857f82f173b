package org.c4igateway.lab.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.chaos.system.ChaosSystem;
import org.postgresql.PGConnection;

/** What a failed run leaves for people: logs, and tables as CSV with digests instead of bytes. */
final class RunRecords {
    private static final Map<String, String> TABLES = Map.of(
            "outbox",
            "select sequence, xid, created_at, topic_id, precedence, destinations, payload_size, md5(payload)"
                    + " from c4i.outbox order by sequence",
            "delivery",
            "select * from c4i.delivery order by sequence, destination",
            "inbox",
            "select received_id, origin_system, origin_sequence, received_at, topic_id, precedence, md5(payload)"
                    + " from c4i.inbox order by received_id",
            "lease",
            "select * from c4i.lease");

    private static final Map<String, String> SERVER_TABLES = Map.of(
            "tx",
            "select id, topic, precedence, subject, destinations, published, taken, state, detail, md5(payload)"
                    + " from server.tx order by id",
            "rx",
            "select id, origin, sequence, tx_id, topic, precedence, subject, md5(payload) from server.rx order by id",
            "table-keys",
            "select * from c4i.table_key",
            "dead-letters",
            "select * from c4i.dead_letter");

    private static final List<String> KEPT = List.of("outbox", "delivery", "inbox", "removal");

    private final Path out;

    RunRecords(Path out) {
        this.out = out;
    }

    private static Map<String, String> tables(ChaosPlan plan) {
        Map<String, String> tables = new TreeMap<>(TABLES);
        if (plan.tables()) {
            tables.putAll(SERVER_TABLES);
        }
        if (plan.days().areMoved()) {
            KEPT.forEach(table -> tables.put("kept-" + table, "select * from kept." + table));
        }
        return tables;
    }

    /** @param logs below the name of whose they are */
    void keepLogs(Map<String, List<Path>> logs) throws IOException {
        for (Map.Entry<String, List<Path>> each : logs.entrySet()) {
            Path directory = Files.createDirectories(out.resolve(each.getKey()));
            for (Path log : each.getValue()) {
                if (Files.exists(log)) {
                    String from = String.valueOf(
                            Path.of(String.valueOf(log.getParent())).getFileName());
                    Files.copy(
                            log,
                            directory.resolve(from + "-" + log.getFileName()),
                            StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    /** Where days passed, also the copies of rows, which are more than the tables have. */
    void keepHistories(List<ChaosSystem> systems, ChaosPlan plan) throws IOException, SQLException {
        for (ChaosSystem system : systems) {
            Path directory = Files.createDirectories(out.resolve(system.name()));
            try (Connection connection = system.database().openOwner()) {
                for (Map.Entry<String, String> table : tables(plan).entrySet()) {
                    try (OutputStream file = Files.newOutputStream(directory.resolve(table.getKey() + ".csv"))) {
                        connection
                                .unwrap(PGConnection.class)
                                .getCopyAPI()
                                .copyOut("copy (" + table.getValue() + ") to stdout csv header", file);
                    }
                }
            }
        }
    }
}
