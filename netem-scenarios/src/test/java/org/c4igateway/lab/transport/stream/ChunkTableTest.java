package org.c4igateway.lab.transport.stream;

import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** What a receiver stores is what the lab reads again; each difference is found. */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("slow")
class ChunkTableTest {
    private static final int CHUNK = 10_240;
    private static final long VOLUME = 1_000_001;
    private static final int STREAM = 3;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private DatabaseServer server;

    @SuppressWarnings("NullAway.Init") // set before each test
    private InterfaceDatabase database;

    @SuppressWarnings("NullAway.Init") // set before each test
    private ChunkTable table;

    private int databases;

    @BeforeAll
    void startServer(@TempDir Path data) throws IOException {
        server = DatabaseServer.start(data, Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg"));
    }

    @AfterAll
    void stopServer() throws IOException {
        server.close();
    }

    @BeforeEach
    void store(@TempDir Path directory) throws IOException, SQLException {
        database = server.create("BRAVO", "chunks" + databases++);
        table = ChunkTable.create(database, directory);
        try (ChunkStore store = ChunkStore.open(table.file().toString())) {
            StreamContent content = new StreamContent(STREAM);
            for (long at = 0; at < VOLUME; at += CHUNK) {
                ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(CHUNK, VOLUME - at));
                content.write(at, chunk);
                store.take(STREAM, at, chunk.flip());
            }
            store.commit();
            store.take(STREAM + 1, 0, ByteBuffer.allocate(CHUNK)); // and is not committed
        }
    }

    @Test
    void findsWhatWasCommitted() {
        assertThatNoException().isThrownBy(() -> table.requireStream(STREAM, CHUNK, VOLUME));
        assertThatIOException()
                .isThrownBy(() -> table.requireStream(STREAM + 1, CHUNK, CHUNK))
                .withMessageContaining("0 of 1 rows");
    }

    @Test
    void missesARow() throws SQLException {
        change("delete from chunk where at = " + place());

        assertThatIOException()
                .isThrownBy(() -> table.requireStream(STREAM, CHUNK, VOLUME))
                .withMessage("the table has 97 of 98 rows of the stream with chunks of 10240 B");
    }

    @Test
    void seesAChangedByte() throws SQLException {
        change("update chunk set bytes = set_byte(bytes, 7, get_byte(bytes, 7) # 1) where at = " + place());
        assertThatIOException()
                .isThrownBy(() -> table.requireStream(STREAM, CHUNK, VOLUME))
                .withMessageContaining("other bytes");
    }

    @Test
    void seesARowAtAnotherPlace() throws SQLException {
        change("update chunk set at = at + 1 where at = " + place());

        assertThatIOException()
                .isThrownBy(() -> table.requireStream(STREAM, CHUNK, VOLUME))
                .withMessageContaining("other bytes");
    }

    private static long place() {
        return (long) new Random().nextInt((int) (VOLUME / CHUNK)) * CHUNK;
    }

    private void change(String sql) throws SQLException {
        try (Connection connection = database.openApp();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
