package org.c4igateway.lab.history;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.c4igateway.lab.history.ReadingHistory.Row;
import org.jspecify.annotations.Nullable;

/**
 * Reads an inbox as the C4I server does that the documents describe: again and again what is above the last
 * {@code received_id}. It writes down what it sees in a file, so that memory does not grow. A database that is away is
 * asked again. Thread-safe.
 */
public final class InboxReader implements AutoCloseable {
    private static final int MAX_ROWS = 2_000;
    private static final long PAUSE_MILLIS = 20;
    private static final String NEWEST = "select coalesce(max(received_id), 0) from c4i.received";
    private static final String READ_ON = "select received_id, origin_system, origin_sequence from c4i.received"
            + " where received_id > ? order by received_id limit " + MAX_ROWS;

    private final ObservedSystem observedSystem;
    private final Path file;
    private final DataOutputStream log;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private final long start;
    private volatile @Nullable RuntimeException defect;
    private @Nullable Connection connection;
    private long last;

    private InboxReader(ObservedSystem observedSystem, Path file) throws SQLException {
        this.observedSystem = observedSystem;
        this.file = file;
        try {
            this.log = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.start = newest();
        this.last = start;
        this.thread = Thread.ofPlatform()
                .name("inbox-reader-" + observedSystem.system())
                .daemon()
                .unstarted(this::run);
    }

    /**
     * Begins to read after what is there now.
     *
     * @param file takes what is seen; {@link #close} deletes it
     */
    public static InboxReader start(ObservedSystem observedSystem, Path file) throws SQLException {
        InboxReader reader = new InboxReader(observedSystem, file);
        reader.thread.start();
        return reader;
    }

    /** The newest row that was there before it began. */
    long start() {
        return start;
    }

    /**
     * Reads until there is nothing more, in the caller's thread.
     *
     * @return the last {@code received_id} seen
     * @throws IllegalStateException when it has not read all the time
     */
    synchronized long readToEnd() throws SQLException {
        RuntimeException stopped = defect;
        if (stopped != null) {
            throw new IllegalStateException("the reader of " + observedSystem.system() + " has stopped", stopped);
        }
        while (readOn() > 0) {
            // there may be more
        }
        try {
            log.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return last;
    }

    /**
     * What was seen, in the order of reading. Each iterator reads the file again.
     *
     * @param end the first row above this and all after it are left out; what {@link #readToEnd} has returned
     */
    Iterable<Row> seen(long end) {
        return () -> new SeenRows(file, end);
    }

    private void run() {
        try {
            do {
                try {
                    readToEnd();
                } catch (SQLException e) {
                    disconnect(); // a fault test's database is away now and then
                }
            } while (!closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            defect = e;
        }
    }

    private long newest() throws SQLException {
        try (PreparedStatement statement = connected().prepareStatement(NEWEST);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private int readOn() throws SQLException {
        int rows = 0;
        try (PreparedStatement statement = connected().prepareStatement(READ_ON)) {
            statement.setLong(1, last);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    note(row.getLong(1), row.getString(2), row.getLong(3));
                    rows++;
                }
            }
        }
        return rows;
    }

    private void note(long receivedId, String origin, long sequence) {
        try {
            log.writeLong(receivedId);
            log.writeUTF(origin);
            log.writeLong(sequence);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        last = receivedId;
    }

    private Connection connected() throws SQLException {
        Connection open = connection;
        if (open == null || open.isClosed()) {
            open = observedSystem.openApp();
            connection = open;
        }
        return open;
    }

    private synchronized void disconnect() {
        Connection broken = connection;
        connection = null;
        if (broken != null) {
            try {
                broken.close();
            } catch (SQLException e) {
                // it is broken already; the next look opens another one
            }
        }
    }

    /** Ends reading and forgets what was seen. */
    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        disconnect();
        try {
            log.close();
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rows of the file. */
    private static final class SeenRows implements Iterator<Row> {
        private final DataInputStream in;
        private final long end;
        private @Nullable Row next;

        SeenRows(Path file, long end) {
            this.end = end;
            try {
                in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            next = read();
        }

        private @Nullable Row read() {
            try {
                Row row = new Row(in.readLong(), in.readUTF(), in.readLong());
                if (row.receivedId() <= end) {
                    return row;
                }
                close();
                return null;
            } catch (EOFException e) {
                close();
                return null;
            } catch (IOException e) {
                close();
                throw new UncheckedIOException(e);
            }
        }

        private void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Row next() {
            Row current = next;
            if (current == null) {
                throw new NoSuchElementException();
            }
            next = read();
            return current;
        }
    }
}
