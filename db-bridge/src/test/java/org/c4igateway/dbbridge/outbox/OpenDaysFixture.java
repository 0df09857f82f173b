package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** Days of an outbox, of which one far ahead has tables and is closed. */
abstract class OpenDaysFixture extends OutboxReadingFixture {
    static final int FAR = 9;

    final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    @BeforeEach
    void closeDays() throws SQLException {
        for (String parent : List.of("outbox", "delivery")) {
            database.execute("SELECT c4i.create_partition('" + parent + "', DATE '" + today.plusDays(FAR) + "')");
        }
        assertThat(database.number("SELECT c4i.close_days()")).isZero();
    }

    Connection transaction(String isolation) throws SQLException {
        Connection connection = database.owner();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL " + isolation);
        }
        return connection;
    }

    static void insert(Connection connection, int day, String payload) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO c4i.outbox (sequence, xid, created_at, topic_id, precedence, destinations,"
                    + " payload_size, payload) SELECT nextval('c4i.outbox_sequence'), pg_current_xact_id(),"
                    + " clock_timestamp() + interval '" + day + " days', 'S201', " + ROUTINE + ", '{B}', length(p), p"
                    + " FROM convert_to('" + payload + "', 'UTF8') AS p");
        }
    }

    String partition(int day) {
        return "c4i.outbox_" + DateTimeFormatter.BASIC_ISO_DATE.format(today.plusDays(day));
    }
}
