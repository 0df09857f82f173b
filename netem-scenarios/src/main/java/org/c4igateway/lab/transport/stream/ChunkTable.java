package org.c4igateway.lab.transport.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.lab.testbed.database.TableLogin;

/**
 * The table in which a receiver stores chunks, as the lab sees it: it makes the table and reads afterwards what is in
 * it. Holds no connection between calls.
 */
public final class ChunkTable {
    static final String INSERT = "insert into chunk (stream, at, bytes) values (?, ?, ?)";

    private static final String CREATE =
            "create table chunk (stream int, at bigint, bytes bytea not null, primary key (stream, at))";
    private static final int BYTES_AT_ONCE = 4 << 20;

    private final InterfaceDatabase database;
    private final Path file;

    private ChunkTable(InterfaceDatabase database, Path file) {
        this.database = database;
        this.file = file;
    }

    /**
     * Makes the table.
     *
     * @param database in which there is none; the caller drops it
     * @param directory for the file by which the receiver finds it
     */
    public static ChunkTable create(InterfaceDatabase database, Path directory) throws IOException, SQLException {
        Path file = directory.resolve("table.properties").toAbsolutePath();
        TableLogin.create(database, CREATE).write(file);
        return new ChunkTable(database, file);
    }

    /** Where a receiver reads how to reach it. */
    Path file() {
        return file;
    }

    /**
     * Reads a stream again, and makes its bytes again to compare the digests.
     *
     * @throws IOException when a chunk is missing, or the table has other bytes
     */
    void requireStream(int stream, int chunk, long volume) throws IOException {
        long wanted = (volume + chunk - 1) / chunk;
        try (Connection connection = database.openApp();
                PreparedStatement rows =
                        connection.prepareStatement("select at, bytes from chunk where stream = ? order by at")) {
            connection.setAutoCommit(false); // else the driver reads all rows at once
            rows.setInt(1, stream);
            rows.setFetchSize(Math.max(1, BYTES_AT_ONCE / chunk));
            long found = 0;
            long next = 0;
            boolean inPlace = true;
            Digest stored = new Digest(Digest.none());
            Digest sent = new Digest(Digest.none());
            StreamContent content = new StreamContent(stream);
            try (ResultSet row = rows.executeQuery()) {
                while (row.next()) {
                    found++;
                    inPlace &= row.getLong(1) == next;
                    stored.add(ByteBuffer.wrap(row.getBytes(2)));
                    if (next < volume) {
                        ByteBuffer made = ByteBuffer.allocate((int) Math.min(chunk, volume - next));
                        content.write(next, made);
                        sent.add(made.flip());
                        next += made.limit();
                    }
                }
            }
            if (found != wanted) {
                throw new IOException("the table has " + found + " of " + wanted + " rows of the stream with chunks of "
                        + chunk + " B");
            }
            if (!inPlace || !Arrays.equals(stored.value(), sent.value())) {
                throw new IOException("the table has other bytes of the stream with chunks of " + chunk + " B");
            }
        } catch (SQLException e) {
            throw new IOException("what was stored cannot be read: " + e.getMessage(), e);
        }
    }
}
