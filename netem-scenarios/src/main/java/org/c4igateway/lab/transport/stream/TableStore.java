package org.c4igateway.lab.transport.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.c4igateway.lab.testbed.database.TableLogin;

/** A row for each chunk, inserted in batches, one transaction each. */
final class TableStore implements ChunkStore {
    private final Connection connection;
    private final PreparedStatement insert;
    private int waiting;

    private TableStore(Connection connection, PreparedStatement insert) {
        this.connection = connection;
        this.insert = insert;
    }

    /** @param file as {@link ChunkTable} writes it */
    static TableStore open(Path file) throws IOException {
        TableLogin login = TableLogin.read(file);
        try {
            Connection connection = login.openForBatches();
            connection.setAutoCommit(false);
            return new TableStore(connection, connection.prepareStatement(ChunkTable.INSERT));
        } catch (SQLException e) {
            throw new IOException("no connection to the database for chunks: " + e.getMessage(), e);
        }
    }

    @Override
    public void take(int stream, long at, ByteBuffer chunk) throws IOException {
        byte[] bytes = new byte[chunk.remaining()];
        chunk.get(bytes);
        try {
            insert.setInt(1, stream);
            insert.setLong(2, at);
            insert.setBytes(3, bytes);
            insert.addBatch();
            waiting++;
        } catch (SQLException e) {
            throw notStored(e);
        }
    }

    @Override
    public void commit() throws IOException {
        if (waiting == 0) {
            return;
        }
        try {
            insert.executeBatch();
            connection.commit();
            waiting = 0;
        } catch (SQLException e) {
            throw notStored(e);
        }
    }

    private static IOException notStored(SQLException e) {
        return new IOException("chunks were not stored: " + e.getMessage(), e);
    }

    @Override
    public void close() throws IOException {
        try (connection) {
            insert.close();
        } catch (SQLException e) {
            throw new IOException("the database for chunks was not left: " + e.getMessage(), e);
        }
    }
}
