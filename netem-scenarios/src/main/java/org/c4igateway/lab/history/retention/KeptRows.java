package org.c4igateway.lab.history.retention;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.history.ObservedSystem;
import org.c4igateway.lab.history.retention.RetentionHistory.Day;
import org.c4igateway.lab.history.retention.RetentionHistory.Lack;
import org.c4igateway.lab.history.retention.RetentionHistory.Removal;

/**
 * Keeps what retention removes: triggers in an interface database copy each row, with a digest instead of the bytes,
 * into the schema {@code kept} within the transaction that writes it, and note what is dropped and deleted. So nothing
 * is missed, whenever a day goes. Blocks.
 */
public final class KeptRows {
    /** Setting of the server: by how many days the database takes the time for later than it is. */
    public static final String DAYS = "kept.days";

    private static final String REMOVALS =
            "select what, removed_on, newest, rows, pending from kept.removal where rows > 0 or pending > 0 order by id";
    /** Partitions may be there although they are empty; they count, too. */
    private static final String OLDEST =
            "select d.what, min(d.day) from (select parent as what, day from c4i.partition_day"
                    + " where parent <> 'delivery' union all select 'identities', kept.day(min(received_at)) from c4i.inbox_key"
                    + " union all select 'dead letters', kept.day(min(at)) from c4i.dead_letter) as d"
                    + " where d.day < c4i.today() group by d.what";

    private static final String UNTIL =
            "select exists (select from c4i.partition_day where parent in ('outbox', 'inbox') and day <= ?)";
    private static final String LACKING = "select what, rows from kept.lacking() where rows > 0";

    private final ObservedSystem system;
    private final LocalDate first;

    private KeptRows(ObservedSystem system, LocalDate first) {
        this.system = system;
        this.first = first;
    }

    /**
     * Begins to keep rows of a database that nobody uses yet, and sets the minimum of what it keeps itself. Its time is
     * moved by {@link #DAYS}.
     */
    public static KeptRows install(ObservedSystem system, KeptDays days) throws SQLException {
        try (Connection connection = system.openOwner();
                Statement statement = connection.createStatement();
                PreparedStatement floor = connection.prepareStatement("update c4i.retention_floor set outbox_days = ?,"
                        + " inbox_days = ?, identity_days = ?, dead_letter_days = ?")) {
            statement.execute(script());
            floor.setInt(1, days.outbox());
            floor.setInt(2, days.inbox());
            floor.setInt(3, days.identities());
            floor.setInt(4, days.deadLetters());
            floor.executeUpdate();
            return new KeptRows(system, today(connection));
        }
    }

    private static String script() {
        try (InputStream script = KeptRows.class.getResourceAsStream("kept-rows.sql")) {
            if (script == null) {
                throw new IllegalStateException("kept-rows.sql is missing");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The day, by the clock of this database. */
    public LocalDate today() throws SQLException {
        try (Connection connection = system.openOwner()) {
            return today(connection);
        }
    }

    /** Whether outbox or inbox still have partitions of this day or of earlier ones. */
    public boolean holds(LocalDate day) throws SQLException {
        try (Connection connection = system.openOwner();
                PreparedStatement statement = connection.prepareStatement(UNTIL)) {
            statement.setObject(1, day);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    private static LocalDate today(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select c4i.today()")) {
            row.next();
            return row.getObject(1, LocalDate.class);
        }
    }

    /** Name of the system. */
    public String system() {
        return system.system();
    }

    /** What retention did until now. */
    public RetentionHistory history() throws SQLException {
        try (Connection connection = system.openOwner()) {
            return new RetentionHistory(
                    system.system(),
                    first,
                    today(connection),
                    list(connection, REMOVALS, KeptRows::removal),
                    list(connection, OLDEST, row -> new Day(row.getString(1), row.getObject(2, LocalDate.class))),
                    list(connection, LACKING, row -> new Lack(row.getString(1), row.getLong(2))));
        }
    }

    private static Removal removal(ResultSet row) throws SQLException {
        return new Removal(
                row.getString(1),
                row.getObject(2, LocalDate.class),
                row.getObject(3, LocalDate.class),
                row.getLong(4),
                row.getLong(5));
    }

    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private static <T> List<T> list(Connection connection, String sql, RowReader<T> reader) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                rows.add(reader.read(row));
            }
        }
        return rows;
    }
}
