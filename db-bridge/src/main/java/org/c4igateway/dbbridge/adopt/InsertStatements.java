package org.c4igateway.dbbridge.adopt;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** SQL by which the table bridge writes one received message. Its 13 parameters are what expressions use. */
public final class InsertStatements {
    private static final Map<String, String> POSTGRES_TYPES = Map.of(
            "received_id", "bigint",
            "origin_sequence", "bigint",
            "precedence", "integer",
            "received_at", "timestamptz",
            "created_at", "timestamptz",
            "expires_at", "timestamptz",
            "payload", "bytea");

    private final InboundMapping mapping;

    public InsertStatements(InboundMapping mapping) {
        this.mapping = mapping;
    }

    public String insert(boolean postgres) {
        String values =
                mapping.columns().values().stream().map(SqlExpression::sql).collect(Collectors.joining(",\n    "));
        return "INSERT INTO " + mapping.table().quoted() + " ("
                + AdoptionScript.names(mapping.columns().keySet()) + ")\nSELECT " + values + "\nFROM "
                + received(postgres) + "\nWHERE "
                + mapping.condition().map(SqlExpression::sql).orElse("1 = 1")
                + (mapping.isUpsert() ? "\n" + replacement(postgres) : "");
    }

    /**
     * Inserts so many messages by one statement, where none replaces a row: MariaDB makes a temporary table for each
     * statement, and that costs more than the row. The parameters are those of each message in turn.
     */
    public String insertAll(int rows) {
        String values =
                mapping.columns().values().stream().map(SqlExpression::sql).collect(Collectors.joining(",\n    "));
        String first = "SELECT "
                + Stream.concat(InboundTrigger.RECEIVED.stream(), Stream.of("payload_text"))
                        .map(column -> parameter(column, false))
                        .collect(Collectors.joining(", "));
        String other = "SELECT " + String.join(", ", Collections.nCopies(InboundTrigger.RECEIVED.size() + 1, "?"));
        String from = Stream.concat(Stream.of(first), Collections.nCopies(rows - 1, other).stream())
                .collect(Collectors.joining(" UNION ALL "));
        return "INSERT INTO " + mapping.table().quoted() + " ("
                + AdoptionScript.names(mapping.columns().keySet()) + ")\nSELECT " + values + "\nFROM (" + from
                + ") AS received\nWHERE "
                + mapping.condition().map(SqlExpression::sql).orElse("1 = 1") + "\nORDER BY received.received_id";
    }

    /** MariaDB does not say by which index; no other one can be meant, see the check of the mapping. */
    private String replacement(boolean postgres) {
        List<SqlName> replaced = mapping.replacedColumns().isEmpty() ? mapping.upsertKey() : mapping.replacedColumns();
        return replaced.stream()
                .map(column -> column.quoted() + " = "
                        + (postgres ? "EXCLUDED." + column.quoted() : "VALUES(" + column.quoted() + ")"))
                .collect(Collectors.joining(
                        ", ",
                        postgres
                                ? "ON CONFLICT (" + AdoptionScript.names(mapping.upsertKey()) + ") DO UPDATE SET "
                                : "ON DUPLICATE KEY UPDATE ",
                        ""));
    }

    /** @return one expression over a received message */
    public String value(SqlExpression expression, boolean postgres) {
        return "SELECT " + expression.sql() + " FROM " + received(postgres);
    }

    /** @return whether a message replaces the row that is there */
    public boolean replaces() {
        return mapping.isUpsert();
    }

    /** @return finds the row of a message that is there already */
    public String look(boolean postgres) {
        return "SELECT 1 FROM " + mapping.table().quoted() + " AS c4i_target WHERE EXISTS (SELECT 1 FROM "
                + received(postgres) + " WHERE "
                + (mapping.isUpsert() ? mapping.upsertKey() : mapping.uniqueKey())
                        .stream()
                                .map(column -> "c4i_target." + column.quoted() + " = "
                                        + Objects.requireNonNull(
                                                        mapping.columns().get(column))
                                                .sql())
                                .collect(Collectors.joining(" AND "))
                + ")";
    }

    /** @return whether an expression needs the payload as text */
    public boolean usesText() {
        return mapping.columns().values().stream()
                        .anyMatch(value -> value.text().contains("payload_text"))
                || mapping.condition()
                        .filter(when -> when.text().contains("payload_text"))
                        .isPresent();
    }

    private static String received(boolean postgres) {
        List<String> columns = InboundTrigger.RECEIVED;
        return columns.stream()
                        .map(column -> parameter(column, postgres))
                        .collect(Collectors.joining(", ", "(SELECT ", ", "))
                + parameter("payload_text", postgres) + ") AS received";
    }

    private static String parameter(String column, boolean postgres) {
        return postgres
                ? "CAST(? AS " + POSTGRES_TYPES.getOrDefault(column, "text") + ") AS " + column
                : "? AS " + column;
    }
}
