package org.c4igateway.cli.database;

import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What a database says of a fault, for the person at the terminal. */
final class DatabaseText {
    private static final String INDENT = "\n     ";

    private DatabaseText() {}

    /**
     * @return the message, and below it the hint where there is one; without detail, which may hold payloads, and
     *     without the place in a function
     */
    static String of(SQLException fault) {
        if (fault instanceof PSQLException reported) {
            ServerErrorMessage server = reported.getServerErrorMessage();
            if (server != null && server.getMessage() != null) {
                return server.getMessage().strip()
                        + (server.getHint() == null
                                ? ""
                                : INDENT + server.getHint().strip());
            }
        }
        return fault.getMessage() == null
                ? fault.toString()
                : fault.getMessage().strip();
    }
}
