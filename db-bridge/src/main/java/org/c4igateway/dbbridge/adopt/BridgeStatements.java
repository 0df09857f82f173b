package org.c4igateway.dbbridge.adopt;

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
     * @param fromPosition whether the watermark has a lower bound, the one parameter
     */
    public String query(boolean fromPosition) {
        List<String> columns = List.of(
                mapping.sql(Field.TOPIC, ""),
                mapping.sql(Field.PRECEDENCE, ""),
                mapping.sql(Field.DESTINATIONS, ""),
                mapping.sql(Field.PAYLOAD, ""),
                mapping.sql(Field.EXPIRES_AT, "NULL"),
                mapping.sql(Field.LABEL, "''"),
                mapping.sql(Field.SUBJECT, "''"),
                mapping.polling().watermark().map(this::column).orElse("0"));
        String key = mapping.key().stream().map(this::column).collect(Collectors.joining(", "));
        String watermark = mapping.polling().watermark().map(this::column).orElse("0");
        String from = fromPosition ? " AND (" + watermark + " >= ? OR " + watermark + " IS NULL)" : "";
        String order = mapping.polling().watermark().map(this::column).orElse(key);
        return "SELECT " + String.join(",\n    ", columns) + ",\n    " + key + "\nFROM "
                + mapping.table().quoted() + " AS t\nWHERE " + condition() + from + "\nORDER BY " + order;
    }

    /** @return marks one row as taken, if it fulfils the condition still; parameters are the columns of the key */
    public String mark() {
        return "UPDATE " + mapping.table().quoted() + " AS t SET "
                + mapping.polling().taken().entrySet().stream()
                        .map(entry -> entry.getKey().quoted() + " = "
                                + entry.getValue().sql())
                        .collect(Collectors.joining(", "))
                + "\nWHERE "
                + mapping.key().stream().map(column -> column(column) + " = ?").collect(Collectors.joining(" AND "))
                + " AND " + condition();
    }

    private String condition() {
        return mapping.condition().map(SqlExpression::sql).orElse("1 = 1");
    }

    private String column(SqlName column) {
        return "t." + column.quoted();
    }
}
