package org.c4igateway.dbbridge.table.inbound;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.dbbridge.adopt.InboundMapping;
import org.c4igateway.dbbridge.adopt.InsertStatements;
import org.c4igateway.dbbridge.adopt.SqlExpression;
import org.c4igateway.dbbridge.adopt.SqlName;
import org.c4igateway.dbbridge.table.access.MappingFit;
import org.jspecify.annotations.Nullable;

/** Whether an inbound mapping fits its table elsewhere. */
public final class TargetFit {
    private final Connection connection;
    private final InboundMapping mapping;
    private final MappingFit fit;
    private final boolean postgres;

    public TargetFit(Connection connection, InboundMapping mapping) throws SQLException {
        this.connection = connection;
        this.mapping = mapping;
        this.fit = new MappingFit(connection, mapping.place(), mapping.table());
        this.postgres = connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
    }

    public List<String> findings() throws SQLException {
        if (!fit.isTransactional()) {
            return fit.findings();
        }
        Map<String, Integer> columns = fit.columns();
        if (columns.isEmpty()) {
            return fit.findings();
        }
        fit.requireColumns("columns", mapping.columns().keySet(), columns);
        InsertStatements statements = new InsertStatements(mapping);
        for (Map.Entry<SqlName, SqlExpression> column : mapping.columns().entrySet()) {
            fit.plan(statements.value(column.getValue(), postgres))
                    .ifPresent(reason -> fit.add(column.getValue(), column.getKey() + ": " + reason));
        }
        if (mapping.condition().isPresent()) {
            fit.plan(statements.value(mapping.condition().get(), postgres))
                    .ifPresent(reason -> fit.add(mapping.condition().get(), "when: " + reason));
        }
        requireFilled();
        requireUnique();
        if (fit.findings().isEmpty()) {
            for (String sql : List.of(statements.insert(postgres), statements.look(postgres))) {
                fit.plan(sql).ifPresent(fit::add);
            }
        }
        return fit.findings();
    }

    private void requireFilled() throws SQLException {
        for (Column column : columns()) {
            if (!column.mayStayEmpty() && !column.generated() && !isFilled(column.name())) {
                fit.add("columns: " + column.name() + " of " + mapping.table() + " must not be null");
            }
        }
    }

    private boolean isFilled(String column) {
        return mapping.columns().keySet().stream().map(SqlName::last).anyMatch(column::equalsIgnoreCase);
    }

    /** A column of the table. */
    private record Column(String name, boolean mayStayEmpty, boolean generated) {}

    private List<Column> columns() throws SQLException {
        String table = mapping.table().last();
        List<Column> columns = new ArrayList<>();
        try (ResultSet row = connection.getMetaData().getColumns(catalogue(), schema(), table, "%")) {
            while (row.next()) {
                // The name is a pattern there.
                if (table.equalsIgnoreCase(row.getString("TABLE_NAME"))) {
                    columns.add(new Column(
                            row.getString("COLUMN_NAME"),
                            row.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls
                                    || row.getString("COLUMN_DEF") != null,
                            "YES".equals(row.getString("IS_AUTOINCREMENT"))));
                }
            }
        }
        return columns;
    }

    /** Without the index a message could be there twice. */
    private void requireUnique() throws SQLException {
        List<SqlName> key = mapping.isUpsert() ? mapping.upsertKey() : mapping.uniqueKey();
        Set<String> wanted = key.stream().map(SqlName::last).collect(Collectors.toSet());
        Map<String, Set<String>> indexes = indexes();
        if (!indexes.containsValue(wanted)) {
            fit.add((mapping.isUpsert() ? "upsert-by: " : "unique-by: ") + mapping.table()
                    + " has no unique index over exactly " + wanted);
        } else if (mapping.isUpsert() && !postgres) {
            Set<String> generated = generated();
            indexes.values().stream()
                    .filter(index -> !index.equals(wanted) && index.stream().noneMatch(generated::contains))
                    .findFirst()
                    .ifPresent(other -> fit.add("upsert-by: " + mapping.table() + " has another unique index, over "
                            + other + ", by which MariaDB would replace a row as well"));
        }
    }

    private Map<String, Set<String>> indexes() throws SQLException {
        Map<String, Set<String>> indexes = new HashMap<>();
        try (ResultSet row = connection
                .getMetaData()
                .getIndexInfo(catalogue(), schema(), mapping.table().last(), true, false)) {
            while (row.next()) {
                String column = row.getString("COLUMN_NAME");
                if (column != null) {
                    indexes.computeIfAbsent(row.getString("INDEX_NAME"), name -> new HashSet<>())
                            .add(column);
                }
            }
        }
        return indexes;
    }

    /** Columns by which no row that is inserted can equal another one. */
    private Set<String> generated() throws SQLException {
        return columns().stream()
                .filter(column -> column.generated() && !isFilled(column.name()))
                .map(Column::name)
                .collect(Collectors.toSet());
    }

    /** What PostgreSQL calls a schema, MariaDB calls a database, and its driver a catalogue. */
    private @Nullable String catalogue() {
        return postgres ? null : mapping.table().parts().getFirst();
    }

    private @Nullable String schema() {
        return postgres ? mapping.table().parts().getFirst() : null;
    }
}
