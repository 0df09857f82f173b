package org.c4igateway.dbbridge.adopt;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.c4igateway.dbbridge.adopt.OutboundMapping.Field;

/** SQL by which the table bridge reads and marks the rows of one table. Names are in double quotes. */
public final class BridgeStatements {
    private final OutboundMapping mapping;

    public BridgeStatements(OutboundMapping mapping) {
        this.mapping = mapping;
    }

    /**
     * Topic, precedence, destinations, payload, expiry, label, subject, watermark, and the columns of the key.
     *
     * @param without number of rows whose condition is not evaluated and which are left out; their keys are the first
     *     parameters
     * @param fromPosition whether the watermark has a lower bound, the last parameter
     */
    public String query(int without, boolean fromPosition) {
        return select() + "\nWHERE " + guarded(without) + range(fromPosition) + order();
    }

    /** @return the same for one row, if it fulfils the condition still; parameters are the columns of the key, twice */
    public String queryOne() {
        return select() + "\nWHERE " + byKey() + " AND CASE WHEN " + byKey() + " THEN " + condition()
                + " ELSE 1 = 0 END";
    }

    /**
     * The watermark and the columns of the key of the same rows as {@link #query}, in its order: what can be read when
     * an expression fails.
     */
    public String keys(int without, boolean fromPosition) {
        return place() + "\nWHERE " + guarded(without) + range(fromPosition) + order();
    }

    /** The same of all rows, in the same order: what can be read when the condition fails. */
    public String allKeys(boolean fromPosition) {
        return place() + "\nWHERE 1 = 1" + range(fromPosition) + order();
    }

    /**
     * The same of so many rows, if they fulfil the condition, which is evaluated for no others; parameters are the
     * columns of their keys, twice.
     */
    public String judge(int rows) {
        return place() + "\nWHERE " + isOneOf(rows) + " AND CASE WHEN " + isOneOf(rows) + " THEN " + condition()
                + " ELSE 1 = 0 END" + order();
    }

    private String place() {
        return "SELECT " + watermark() + ", " + keyColumns() + from();
    }

    /** Only CASE keeps a database from evaluating the condition first. */
    private String guarded(int without) {
        return without == 0
                ? condition()
                : "CASE WHEN " + isOneOf(without) + " THEN 1 = 0 ELSE " + condition() + " END";
    }

    private String isOneOf(int rows) {
        String key = "(" + String.join(", ", Collections.nCopies(mapping.key().size(), "?")) + ")";
        return "(" + keyColumns() + ") IN (" + String.join(", ", Collections.nCopies(rows, key)) + ")";
    }

    /** @return the payload of one row alone; parameters are the columns of the key */
    public String payload() {
        return "SELECT " + mapping.sql(Field.PAYLOAD, "") + from() + "\nWHERE " + byKey();
    }

    private String select() {
        List<String> columns = List.of(
                mapping.sql(Field.TOPIC, ""),
                mapping.sql(Field.PRECEDENCE, ""),
                mapping.sql(Field.DESTINATIONS, "''"),
                mapping.sql(Field.PAYLOAD, ""),
                mapping.sql(Field.EXPIRES_AT, "NULL"),
                mapping.sql(Field.LABEL, "''"),
                mapping.sql(Field.SUBJECT, "''"),
                watermark());
        return "SELECT " + String.join(",\n    ", columns) + ",\n    " + keyColumns() + from();
    }

    private String from() {
        return "\nFROM " + mapping.table().quoted() + " AS t";
    }

    private String range(boolean fromPosition) {
        String watermark = watermark();
        return fromPosition ? " AND (" + watermark + " >= ? OR " + watermark + " IS NULL)" : "";
    }

    private String order() {
        return "\nORDER BY " + mapping.polling().watermark().map(this::column).orElseGet(this::keyColumns);
    }

    private String watermark() {
        return mapping.polling().watermark().map(this::column).orElse("0");
    }

    private String keyColumns() {
        return mapping.key().stream().map(this::column).collect(Collectors.joining(", "));
    }

    /** @return marks one row as taken, if it fulfils the condition still; parameters are the columns of the key */
    public String mark() {
        return "UPDATE " + mapping.table().quoted() + " AS t SET "
                + mapping.polling().taken().entrySet().stream()
                        .map(entry -> entry.getKey().quoted() + " = "
                                + entry.getValue().sql())
                        .collect(Collectors.joining(", "))
                + "\nWHERE "
                + byKey() + " AND " + condition();
    }

    /**
     * @return writes the final state of its message into one row; parameters are state, code, detail, sequence and
     *     settled_at for each column, and the columns of the key
     */
    public String settle(boolean postgres) {
        String outcome = postgres
                ? "(SELECT CAST(? AS text) AS state, CAST(? AS text) AS code, CAST(? AS text) AS detail,"
                        + " CAST(? AS bigint) AS sequence, CAST(? AS timestamptz) AS settled_at) AS outcome"
                : "(SELECT ? AS state, ? AS code, ? AS detail, ? AS sequence, ? AS settled_at) AS outcome";
        return "UPDATE " + mapping.table().quoted() + " AS t SET "
                + mapping.polling().settled().entrySet().stream()
                        .map(entry -> entry.getKey().quoted() + " = (SELECT "
                                + entry.getValue().sql() + " FROM " + outcome + ")")
                        .collect(Collectors.joining(", "))
                + "\nWHERE " + byKey()
                + mapping.polling()
                        .settledWhen()
                        .map(when -> " AND " + when.sql())
                        .orElse("");
    }

    private String byKey() {
        return mapping.key().stream().map(column -> column(column) + " = ?").collect(Collectors.joining(" AND "));
    }

    /** @return no row, with the columns of the key */
    public String keyTypes() {
        return "SELECT " + keyColumns() + from() + " WHERE 1 = 0";
    }

    private String condition() {
        return mapping.condition().map(SqlExpression::sql).orElse("1 = 1");
    }

    private String column(SqlName column) {
        return "t." + column.quoted();
    }
}
