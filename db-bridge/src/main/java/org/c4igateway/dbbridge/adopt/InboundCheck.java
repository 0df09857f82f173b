package org.c4igateway.dbbridge.adopt;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares one inbound mapping with the database. */
final class InboundCheck {
    private final AdoptionCheck check;
    private final MappingFile map;
    private final InboundMapping mapping;

    InboundCheck(AdoptionCheck check, MappingFile map, InboundMapping mapping) {
        this.check = check;
        this.map = map;
        this.mapping = mapping;
    }

    void run() throws SQLException {
        SqlName table = mapping.table();
        if (!check.isTable(mapping.place(), table)) {
            return;
        }
        boolean fits = true;
        for (Map.Entry<SqlName, SqlExpression> column : mapping.columns().entrySet()) {
            fits &= checkColumn(column.getKey(), column.getValue());
        }
        for (String column : check.strings(
                "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped"
                        + " AND attnotnull AND NOT atthasdef AND attidentity = ''",
                table.quoted())) {
            if (!mapping.columns().containsKey(new SqlName(List.of(column)))) {
                fits = false;
                check.add(mapping.place().fault("columns: " + column + " of " + table + " must not be null"));
            }
        }
        if (fits) {
            String whole = InboundTrigger.planned(map, mapping);
            check.plan(whole).ifPresent(reason -> check.add(mapping.place().fault(reason)));
        }
    }

    /** The column alone, so that a complaint names it. */
    private boolean checkColumn(SqlName column, SqlExpression value) throws SQLException {
        if (!check.hasColumn(mapping.table(), column)) {
            check.add(value.fault(column + ": " + mapping.table() + " has no such column"));
            return false;
        }
        Map<SqlName, SqlExpression> alone = new LinkedHashMap<>();
        alone.put(column, value);
        InboundMapping part = new InboundMapping(
                mapping.name(), mapping.place(), mapping.table(), Optional.empty(), alone, List.of(), List.of());
        Optional<String> refusal = check.plan(InboundTrigger.planned(map, part));
        refusal.ifPresent(reason -> check.add(value.fault(column + ": " + reason)));
        return refusal.isEmpty();
    }
}
