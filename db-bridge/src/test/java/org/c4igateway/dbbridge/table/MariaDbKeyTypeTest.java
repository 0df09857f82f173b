package org.c4igateway.dbbridge.table;

import java.io.IOException;
import java.sql.SQLException;
import org.c4igateway.dbbridge.database.OnMariaDb;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@OnMariaDb
class MariaDbKeyTypeTest extends KeyTypeCases {
    MariaDbKeyTypeTest() {
        super(new MariaDbTables());
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "tinyint; -7",
                "binary(4); x'00ff5c2c'",
                "varbinary(8); x'00ff5c2c'",
                "date; '2026-11-21'",
                "varchar(20); 'a\\\\, b\\\\'",
            })
    void marksTheRowThatItTookByATypeOfMariaDb(String type, String literal) throws SQLException, IOException {
        assertMarks(type, literal);
    }
}
