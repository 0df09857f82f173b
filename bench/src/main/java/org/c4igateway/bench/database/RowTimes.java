package org.c4igateway.bench.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.bench.Figure;
import org.c4igateway.bench.ProcessorTime;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.NodeProcess;

/**
 * Processor time by row: of both nodes, and of the sessions that each has in its database. What the server writes in
 * the background and the sessions of the benchmark are not in it.
 */
final class RowTimes {
    private static final String SESSIONS =
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'c4i-%'";

    private final Map<String, List<Double>> byPart = new LinkedHashMap<>();

    /** Microseconds by part at one moment. */
    record Reading(Map<String, Double> micros) {}

    static Reading read(Mesh mesh, Connection from, Connection to) throws SQLException {
        return read(List.of(mesh.node("ALPHA")), mesh.node("BRAVO"), from, to);
    }

    /** @param sending all nodes that send */
    static Reading read(List<NodeProcess> sending, NodeProcess receiving, Connection from, Connection to)
            throws SQLException {
        Map<String, Double> micros = new LinkedHashMap<>();
        micros.put(
                "sending node",
                sending.stream()
                        .mapToDouble(node -> ProcessorTime.micros(node.pid()))
                        .sum());
        micros.put("sessions of the sending node in PostgreSQL", sessions(from));
        micros.put("receiving node", ProcessorTime.micros(receiving.pid()));
        micros.put("sessions of the receiving node in PostgreSQL", sessions(to));
        return new Reading(micros);
    }

    void add(Reading before, Reading after, int rows) {
        after.micros()
                .forEach((part, micros) -> byPart.computeIfAbsent(part, _ -> new ArrayList<>())
                        .add((micros - before.micros().getOrDefault(part, Double.NaN)) / rows));
    }

    /** @param name before each, such as the transport */
    List<Figure> figures(String name) {
        return byPart.entrySet().stream()
                .map(part -> Figure.plain(
                        name + ", processor time, " + part.getKey(),
                        "us/row",
                        part.getValue().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray()))
                .toList();
    }

    private static double sessions(Connection database) throws SQLException {
        try (PreparedStatement statement = database.prepareStatement(SESSIONS);
                ResultSet row = statement.executeQuery()) {
            double sum = 0;
            while (row.next()) {
                double micros = ProcessorTime.micros(row.getLong(1));
                sum += Double.isNaN(micros) ? 0 : micros;
            }
            return sum;
        }
    }
}
