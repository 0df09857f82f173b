package org.c4igateway.dbbridge.adopt;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.topics.yaml.YamlNode;

/**
 * How the table bridge knows which rows it has taken, besides their keys.
 *
 * @param taken what it writes into a row that it has taken, by column; then the condition is false for the row
 * @param watermark column with a whole number that grows from row to row, where nothing may be written
 * @param overlap how far below the highest watermark it looks for rows that were committed late
 */
public record Polling(Map<SqlName, SqlExpression> taken, Optional<SqlName> watermark, long overlap) {
    private static final int USUAL_OVERLAP = 1_000;

    public Polling {
        taken = Collections.unmodifiableMap(new LinkedHashMap<>(taken));
    }

    static Polling read(Map<String, YamlNode> keys) {
        Map<SqlName, SqlExpression> taken = new LinkedHashMap<>();
        YamlNode columns = keys.get("taken");
        if (columns != null) {
            columns.map(Set.of())
                    .forEach((column, value) -> taken.put(SqlName.column(value, column), SqlExpression.read(value)));
            if (taken.isEmpty()) {
                throw columns.fault("at least one column is needed");
            }
        }
        YamlNode watermark = keys.get("watermark");
        YamlNode overlap = keys.get("overlap");
        if (overlap != null && watermark == null) {
            throw overlap.fault("'overlap' needs 'watermark'");
        }
        return new Polling(
                taken,
                Optional.ofNullable(watermark).map(SqlName::column),
                overlap == null ? USUAL_OVERLAP : overlap.integer(0));
    }

    /** @return whether the file says anything of it */
    boolean isAsked() {
        return !taken.isEmpty() || watermark.isPresent();
    }
}
