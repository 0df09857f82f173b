package org.c4igateway.dbbridge.table;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.dbbridge.adopt.InboundMapping;
import org.c4igateway.dbbridge.adopt.SqlName;

/** Looks once whether the columns by which a message is recognised in a table are unique there. */
final class UniqueColumns {
    private final InboundMapping mapping;
    private boolean seen;

    UniqueColumns(InboundMapping mapping) {
        this.mapping = mapping;
    }

    /** @throws SQLException when no unique index has exactly these columns: a message could be there twice */
    void require(Connection connection) throws SQLException {
        if (seen) {
            return;
        }
        Set<String> wanted = mapping.uniqueKey().stream().map(SqlName::last).collect(Collectors.toSet());
        Map<String, Set<String>> indexes = new HashMap<>();
        DatabaseMetaData data = connection.getMetaData();
        String outer = mapping.table().parts().getFirst();
        boolean postgres = data.getDatabaseProductName().equals("PostgreSQL");
        try (ResultSet row = data.getIndexInfo(
                postgres ? null : outer,
                postgres ? outer : null,
                mapping.table().last(),
                true,
                false)) {
            while (row.next()) {
                String column = row.getString("COLUMN_NAME");
                if (column != null) {
                    indexes.computeIfAbsent(row.getString("INDEX_NAME"), name -> new HashSet<>())
                            .add(column);
                }
            }
        }
        if (!indexes.containsValue(wanted)) {
            throw new SQLException(
                    mapping.table() + " has no unique index over exactly " + wanted + ", as unique-by says", "42P10");
        }
        seen = true;
    }
}
