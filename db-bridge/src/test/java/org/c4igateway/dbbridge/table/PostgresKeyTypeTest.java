package org.c4igateway.dbbridge.table;

import java.io.IOException;
import java.sql.SQLException;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresKeyTypeTest extends KeyTypeCases {
    PostgresKeyTypeTest(PostgresServer server) {
        super(new PostgresTables(server));
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "bytea; '\\x00ff5c2c'",
                "uuid; '6d1f7a52-3c0e-4f5c-9a53-0c2b1d7e4a11'",
                "date; '2026-11-21'",
                "text; 'a\\, b\\'",
            })
    void marksTheRowThatItTookByATypeOfPostgres(String type, String literal) throws SQLException, IOException {
        assertMarks(type, literal);
    }
}
