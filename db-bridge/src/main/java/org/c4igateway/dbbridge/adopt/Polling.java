package org.c4igateway.dbbridge.adopt;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.topics.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * How the table bridge knows which rows it has taken, besides their keys.
 *
 * @param taken what it writes into a row that it has taken, by column; then the condition is false for the row
 * @param watermark column with a whole number that grows from row to row, where nothing may be written
 * @param overlap how far below the highest watermark it looks for rows that were committed late; 0 without one
 * @param settled what it writes into a row whose message has its final state everywhere, by column; may be nothing
 * @param settledWhen what a row must fulfil for that
 */
public record Polling(
        Map<SqlName, SqlExpression> taken,
        Optional<SqlName> watermark,
        long overlap,
        Map<SqlName, SqlExpression> settled,
        Optional<SqlExpression> settledWhen) {
    private static final int USUAL_OVERLAP = 1_000;

    public Polling {
        taken = Collections.unmodifiableMap(new LinkedHashMap<>(taken));
        settled = Collections.unmodifiableMap(new LinkedHashMap<>(settled));
    }

    static Polling read(Map<String, YamlNode> keys) {
        YamlNode watermark = keys.get("watermark");
        YamlNode overlap = keys.get("overlap");
        if (overlap != null && watermark == null) {
            throw overlap.fault("'overlap' needs 'watermark'");
        }
        YamlNode settledWhen = keys.get("settled-when");
        if (settledWhen != null && !keys.containsKey("settled")) {
            throw settledWhen.fault("'settled-when' needs 'settled'");
        }
        return new Polling(
                columns(keys.get("taken")),
                Optional.ofNullable(watermark).map(SqlName::column),
                overlap(watermark, overlap),
                columns(keys.get("settled")),
                Optional.ofNullable(settledWhen).map(SqlExpression::read));
    }

    private static long overlap(@Nullable YamlNode watermark, @Nullable YamlNode overlap) {
        if (watermark == null) {
            return 0;
        }
        return overlap == null ? USUAL_OVERLAP : overlap.integer(0);
    }

    private static Map<SqlName, SqlExpression> columns(@Nullable YamlNode place) {
        Map<SqlName, SqlExpression> columns = new LinkedHashMap<>();
        if (place != null) {
            place.map(Set.of())
                    .forEach((column, value) -> columns.put(SqlName.column(value, column), SqlExpression.read(value)));
            if (columns.isEmpty()) {
                throw place.fault("at least one column is needed");
            }
        }
        return columns;
    }

    /** @return whether the bridge can know what it has taken */
    boolean isPossible() {
        return !taken.isEmpty() || watermark.isPresent();
    }

    /** @return whether the file says anything of it */
    boolean isAsked() {
        return isPossible() || !settled.isEmpty();
    }
}
