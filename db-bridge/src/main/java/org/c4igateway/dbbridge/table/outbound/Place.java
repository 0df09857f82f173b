package org.c4igateway.dbbridge.table.outbound;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalLong;

/**
 * What can be read of a row elsewhere for sure.
 *
 * @param key of the row as one text
 * @param whole whether no column of the key is null; otherwise the row cannot be recognised again
 * @param watermark may be missing, and come later
 */
record Place(String key, boolean whole, OptionalLong watermark) {
    /** Why a row whose key is not whole is left alone. */
    static final String NO_KEY = "a column of the key is null";

    /** A row whose watermark does not matter. */
    static Place of(String key) {
        return new Place(key, true, OptionalLong.of(0));
    }

    /** Reads the watermark and the columns of the key. */
    static Place read(ResultSet row, int columns) throws SQLException {
        long watermark = row.getLong(1);
        OptionalLong known = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(watermark);
        return new Place(KeyColumns.text(row, 2, columns), KeyColumns.isWhole(row, 2, columns), known);
    }

    /** @return the row, left alone for that reason */
    SourceRow unreadable(String reason) {
        return SourceRow.unreadable(key, watermark.orElse(0), new byte[0], reason);
    }
}
