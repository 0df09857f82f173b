package org.c4igateway.dbbridge.adopt;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.topics.yaml.YamlNode;

/**
 * Received messages that become rows of a table of the C4I server.
 *
 * @param name of the mapping
 * @param place of the mapping in its file
 * @param table where the rows go
 * @param condition which messages go there; all when empty
 * @param columns expression by column, in the order of the file
 * @param uniqueKey columns with a unique index by which the table bridge recognises a message that is there
 * @param upsertKey columns with a unique index by which a row that is there is replaced; empty: rows are only inserted
 */
public record InboundMapping(
        String name,
        YamlNode place,
        SqlName table,
        Optional<SqlExpression> condition,
        Map<SqlName, SqlExpression> columns,
        List<SqlName> uniqueKey,
        List<SqlName> upsertKey) {
    public InboundMapping {
        Objects.requireNonNull(table);
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
        uniqueKey = List.copyOf(uniqueKey);
        upsertKey = List.copyOf(upsertKey);
    }

    static InboundMapping read(String name, YamlNode place) {
        Map<String, YamlNode> keys = place.map(Set.of("table", "when", "columns", "unique-by", "upsert-by"));
        YamlNode list = place.required(keys, "columns");
        Map<SqlName, SqlExpression> columns = new LinkedHashMap<>();
        list.map(Set.of()).forEach((column, expression) -> {
            if (columns.put(SqlName.column(expression, column), SqlExpression.read(expression)) != null) {
                throw expression.fault("column '" + column + "' twice");
            }
        });
        if (columns.isEmpty()) {
            throw list.fault("at least one column is needed");
        }
        return new InboundMapping(
                name,
                place,
                SqlName.qualified(place.required(keys, "table")),
                Optional.ofNullable(keys.get("when")).map(SqlExpression::read),
                columns,
                filled(keys, "unique-by", columns),
                filled(keys, "upsert-by", columns));
    }

    /** Columns that a key names, all of which the mapping fills. */
    private static List<SqlName> filled(Map<String, YamlNode> keys, String key, Map<SqlName, SqlExpression> columns) {
        YamlNode list = keys.get(key);
        List<SqlName> named = list == null ? List.of() : MappingFile.columns(list);
        for (SqlName column : named) {
            if (list != null && !columns.containsKey(column)) {
                throw list.fault("'" + key + "' names " + column + ", which 'columns' does not fill");
            }
        }
        return named;
    }

    /** @return whether a row that is there is replaced */
    public boolean isUpsert() {
        return !upsertKey.isEmpty();
    }

    /** @return columns that an upsert replaces */
    List<SqlName> replacedColumns() {
        return columns.keySet().stream()
                .filter(column -> !upsertKey.contains(column))
                .toList();
    }
}
