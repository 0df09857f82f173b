package org.c4igateway.lab.transport.samples.poller;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.c4igateway.lab.testbed.database.TableLogin;
import org.c4igateway.lab.transport.End;
import org.c4igateway.lab.transport.EndSettings;
import org.jspecify.annotations.Nullable;

/**
 * A table of the program's host: what sends inserts rows into the outbox, each in a transaction of its own, and what
 * takes looks for new rows of the inbox every few milliseconds, in a thread of its own. Between the tables is a
 * {@link JdbcPoller}.
 */
public final class JdbcEnd implements End {
    private static final String INSERT = "insert into outbox (payload) values (?)";
    private static final String LAST = "select coalesce(max(id), 0) from inbox";
    private static final String LOOK = "select id, payload from inbox where id > ? order by id";
    private static final long TURN_MILLIS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Connection connection;
    private final PreparedStatement statement;
    private final Consumer<byte[]> arrivals;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicReference<@Nullable Exception> fault = new AtomicReference<>();
    private final @Nullable Thread looking;

    private JdbcEnd(Connection connection, boolean sends, long last, Consumer<byte[]> arrivals) throws SQLException {
        this.connection = connection;
        this.arrivals = arrivals;
        this.statement = connection.prepareStatement(sends ? INSERT : LOOK);
        this.looking = sends ? null : Thread.ofPlatform().daemon().name("inbox").unstarted(() -> look(last));
    }

    /**
     * Opens the end that sends, which asks, or the one that takes.
     *
     * @param settings whose partner is the file that says where the tables are
     * @throws IOException when there is no connection to the database
     */
    public static JdbcEnd open(EndSettings settings, Consumer<byte[]> arrivals) throws IOException {
        TableLogin login = TableLogin.read(Path.of(settings.place().partner()));
        try {
            Connection connection = login.open();
            try {
                JdbcEnd end = new JdbcEnd(connection, settings.asks(), last(connection), arrivals);
                if (end.looking != null) {
                    end.looking.start();
                }
                return end;
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw new IOException("no connection to the tables of this host: " + e.getMessage(), e);
        }
    }

    /** What is in the inbox is not new. */
    private static long last(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(LAST)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private void look(long before) {
        try {
            long last = before;
            do {
                last = takeSince(last);
            } while (!closed.await(TURN_MILLIS, TimeUnit.MILLISECONDS));
        } catch (SQLException | RuntimeException e) {
            fault.set(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One program inserts at a time, so that rows become visible in the order of their numbers. */
    private long takeSince(long last) throws SQLException {
        long taken = last;
        statement.setLong(1, last);
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                taken = row.getLong(1);
                arrivals.accept(row.getBytes(2));
            }
        }
        return taken;
    }

    @Override
    public void send(byte[] payload) throws IOException {
        if (looking != null) {
            throw new IOException("this end takes and does not send");
        }
        try {
            statement.setBytes(1, payload);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IOException("a row was not inserted: " + e.getMessage(), e);
        }
    }

    @Override
    public void requireAlive() throws IOException {
        Exception broken = fault.get();
        if (broken != null) {
            throw new IOException("the inbox cannot be read: " + broken.getMessage(), broken);
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        try (connection) {
            if (looking != null) {
                looking.join(PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            throw new IOException("the database was not left: " + e.getMessage(), e);
        }
    }
}
