package org.c4igateway.dbbridge.table;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dbbridge.adopt.MappingFile;
import org.c4igateway.dbbridge.adopt.OutboundMapping;
import org.c4igateway.dbbridge.table.access.ForeignDatabase;
import org.c4igateway.dbbridge.table.inbound.TargetFit;
import org.c4igateway.dbbridge.table.outbound.SourceFit;
import org.c4igateway.dbbridge.table.outbound.SourceRow;
import org.c4igateway.dbbridge.table.outbound.SourceSamples;

/**
 * Compares a mapping file with the database elsewhere, and reads the first rows as the messages that they would be.
 * Changes nothing there. Blocks; used by one thread.
 */
public final class TableCheck implements AutoCloseable {
    private static final int SAMPLE_ROWS = 10;

    private final Connection connection;
    private final MappingFile map;

    /** Opens a session there. */
    public TableCheck(String url, String user, String password, MappingFile map) throws SQLException {
        this.connection = ForeignDatabase.open(url, user, password);
        this.map = map;
    }

    /** @return what is wrong, each with its place in the file, key and column; empty when the mappings fit */
    public List<String> findings() throws SQLException {
        List<String> findings = new ArrayList<>();
        for (var mapping : map.outbound()) {
            findings.addAll(new SourceFit(connection, mapping).findings());
        }
        for (var mapping : map.inbound()) {
            findings.addAll(new TargetFit(connection, mapping).findings());
        }
        connection.rollback();
        return findings;
    }

    /**
     * One row as the message that it would become.
     *
     * @param problem why it would be parked; empty when it would be sent
     */
    public record Sample(
            String key,
            String topic,
            int precedence,
            String destinations,
            int payloadBytes,
            String subject,
            String problem) {}

    /** The first rows that fulfil the condition, or for which it fails. */
    public List<Sample> samples(OutboundMapping mapping) throws SQLException {
        List<Sample> samples = new ArrayList<>();
        for (SourceRow row :
                new SourceSamples(connection, mapping, map.encoding().charset()).first(SAMPLE_ROWS)) {
            samples.add(new Sample(
                    row.key(),
                    row.topic(),
                    row.precedence(),
                    mapping.publishes() ? "(subscribers)" : row.destinations(),
                    row.payload().length,
                    row.subject(),
                    row.problem()));
        }
        connection.rollback();
        return samples;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
