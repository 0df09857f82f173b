package org.c4igateway.dbbridge.table.outbound;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.c4igateway.dbbridge.adopt.BridgeStatements;

/** The key of a row elsewhere as one text, and that text as parameters of a statement there. Used by one thread. */
final class KeyColumns {
    private static final HexFormat HEX = HexFormat.of();

    private final BridgeStatements statements;
    private List<Integer> types = List.of();
    private boolean postgres;

    KeyColumns(BridgeStatements statements) {
        this.statements = statements;
    }

    /** Columns from the one with that number on, in order; bytes as hexadecimal digits. */
    static String text(ResultSet row, int first, int columns) throws SQLException {
        List<String> parts = new ArrayList<>();
        for (int i = first; i < first + columns; i++) {
            Object value = row.getObject(i);
            parts.add(value instanceof byte[] bytes ? HEX.formatHex(bytes) : String.valueOf(row.getString(i)));
        }
        return parts.stream()
                .map(part -> part.replace("\\", "\\\\").replace(",", "\\,"))
                .collect(Collectors.joining(", "));
    }

    /** @return whether none of these columns is null; otherwise the text identifies no row */
    static boolean isWhole(ResultSet row, int first, int columns) throws SQLException {
        boolean whole = true;
        for (int i = first; i < first + columns; i++) {
            whole &= row.getObject(i) != null;
        }
        return whole;
    }

    /** Asks once for the types of the columns, in a transaction of its own. */
    void learn(Connection connection) throws SQLException {
        if (!types.isEmpty()) {
            return;
        }
        postgres = connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
        try (PreparedStatement statement = connection.prepareStatement(statements.keyTypes());
                ResultSet none = statement.executeQuery()) {
            ResultSetMetaData columns = none.getMetaData();
            List<Integer> found = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                found.add(columns.getColumnType(i));
            }
            types = List.copyOf(found);
        }
        // Nobody else ends it before a row is written, and while it is open the owner cannot change the table.
        connection.rollback();
    }

    /** Sets the parameters of several keys. */
    int bind(PreparedStatement statement, int first, List<Place> places) throws SQLException {
        int next = first;
        for (Place place : places) {
            next = bind(statement, next, place.key());
        }
        return next;
    }

    /**
     * Sets the parameters from the one with that number on; after {@link #learn}.
     *
     * @return the number of the next one
     */
    int bind(PreparedStatement statement, int first, String key) throws SQLException {
        List<String> parts = split(key);
        if (parts.size() != types.size()) {
            throw new SQLException("the key " + key + " does not have " + types.size() + " columns", "22023");
        }
        for (int i = 0; i < parts.size(); i++) {
            bind(statement, first + i, parts.get(i), types.get(i));
        }
        return first + parts.size();
    }

    private void bind(PreparedStatement statement, int index, String part, int type) throws SQLException {
        switch (type) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.NUMERIC, Types.DECIMAL -> {
                BigDecimal number = new BigDecimal(part);
                if (number.scale() <= 0 && number.precision() <= 18) {
                    statement.setLong(index, number.longValueExact());
                } else {
                    statement.setBigDecimal(index, number);
                }
            }
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                statement.setBytes(index, HEX.parseHex(part));
            default -> {
                if (postgres) {
                    // PostgreSQL takes the type from the column; as text a char(n) would not equal itself.
                    statement.setObject(index, part, Types.OTHER);
                } else {
                    statement.setString(index, part);
                }
            }
        }
    }

    private static List<String> split(String key) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < key.length(); i++) {
            char here = key.charAt(i);
            if (here == '\\') {
                i++;
                part.append(key.charAt(i));
            } else if (here == ',') {
                parts.add(part.toString());
                part.setLength(0);
                i++;
            } else {
                part.append(here);
            }
        }
        parts.add(part.toString());
        return parts;
    }
}
