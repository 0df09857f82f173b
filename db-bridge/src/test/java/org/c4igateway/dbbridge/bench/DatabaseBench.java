package org.c4igateway.dbbridge.bench;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.c4igateway.dbbridge.outbox.JdbcOutbox;

/**
 * Rows per second of each database step, 1 KiB each, one thread, beside floors that copy the same rows outbox to inbox.
 * Arguments: rows, batch.
 */
public final class DatabaseBench {
    private static final SystemName A = new SystemName("A");
    private static final SystemName B = new SystemName("B");
    private static final int PAYLOAD_BYTES = 1_024;

    private final TestDatabase origin;
    private final TestDatabase destination;
    private final int rows;
    private final int batch;
    private final PrintWriter out;

    private DatabaseBench(TestDatabase origin, TestDatabase destination, int rows, int batch, PrintWriter out) {
        this.origin = origin;
        this.destination = destination;
        this.rows = rows;
        this.batch = batch;
        this.out = out;
    }

    /** Runs everything once after a warm-up. */
    public static void main(String[] arguments) throws SQLException {
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
        int batch = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 512;
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        try (PostgresServer server = PostgresServer.startDurable()) {
            for (int count : new int[] {Math.min(rows, 20_000), rows}) {
                try (TestDatabase origin = server.database();
                        TestDatabase destination = server.database()) {
                    out.println("--- " + count + " rows of " + PAYLOAD_BYTES + " bytes, batches of " + batch);
                    new DatabaseBench(origin, destination, count, batch, out).run();
                }
            }
        }
    }

    private void run() throws SQLException {
        submitSingly();
        submitInBatches();
        copyInServer();
        destination.execute("TRUNCATE c4i.inbox, c4i.inbox_key");
        copyByJdbc();
        destination.execute("TRUNCATE c4i.inbox, c4i.inbox_key");
        bridge();
        idleFetch();
    }

    private void submitSingly() throws SQLException {
        int count = rows / 10;
        long start = System.nanoTime();
        try (Connection app = origin.app();
                PreparedStatement statement = app.prepareStatement("SELECT c4i.submit('S201', 3, ARRAY['C'], ?)")) {
            byte[] payload = payload();
            for (int i = 0; i < count; i++) {
                statement.setBytes(1, payload);
                statement.execute();
            }
        }
        report("submit, one row per transaction", count, start);
    }

    private void submitInBatches() throws SQLException {
        long start = System.nanoTime();
        try (Connection app = origin.app();
                PreparedStatement statement =
                        app.prepareStatement("SELECT cardinality(c4i.submit_batch(?, ?, ?, ?))")) {
            byte[][] payloads = new byte[batch][];
            Arrays.fill(payloads, payload());
            String[] topics = new String[batch];
            Arrays.fill(topics, "S201");
            Integer[] precedences = new Integer[batch];
            Arrays.fill(precedences, 3);
            String[] destinations = new String[batch];
            Arrays.fill(destinations, "B");
            for (int i = 0; i < rows; i += batch) {
                int n = Math.min(batch, rows - i);
                statement.setArray(1, app.createArrayOf("text", Arrays.copyOf(topics, n)));
                statement.setArray(2, app.createArrayOf("int4", Arrays.copyOf(precedences, n)));
                statement.setArray(3, app.createArrayOf("text", Arrays.copyOf(destinations, n)));
                statement.setArray(4, app.createArrayOf("bytea", Arrays.copyOf(payloads, n)));
                statement.execute();
            }
        }
        report("submit_batch", rows, start);
    }

    /** The floor: rows never leave the server. */
    private void copyInServer() throws SQLException {
        String sql = """
                WITH picked AS (
                    SELECT * FROM c4i.outbox WHERE 'B' = ANY (destinations) AND sequence >= ? AND sequence < ?),
                fresh AS (
                    INSERT INTO c4i.inbox_key SELECT 'A', sequence, now() FROM picked ON CONFLICT DO NOTHING
                    RETURNING origin_sequence)
                INSERT INTO c4i.inbox SELECT nextval('c4i.inbox_sequence'), now(), 'A', sequence, topic_id, precedence,
                    destinations, created_at, expires_at, label, subject, payload
                FROM picked WHERE sequence IN (SELECT origin_sequence FROM fresh)
                """;
        long first = origin.number("SELECT min(sequence) FROM c4i.outbox WHERE 'B' = ANY (destinations)");
        long start = System.nanoTime();
        int copied = 0;
        try (Connection owner = origin.owner();
                PreparedStatement statement = owner.prepareStatement(sql)) {
            while (copied < rows) {
                statement.setLong(1, first + copied);
                statement.setLong(2, first + copied + batch);
                copied += statement.executeUpdate();
            }
        }
        report("floor: copy inside one server", copied, start);
        origin.execute("TRUNCATE c4i.inbox, c4i.inbox_key");
    }

    /** The same as the bridge has to do it, without any of its bookkeeping at the origin. */
    private void copyByJdbc() throws SQLException {
        JdbcInbox inbox = new JdbcInbox(destination.bridgePool(), () -> 0, EdgeText.UTF_8);
        JdbcOutbox outbox = new JdbcOutbox(origin.bridgePool(), () -> 0, A);
        ReadPosition position = ReadPosition.START;
        int copied = 0;
        long start = System.nanoTime();
        while (copied < rows) {
            Fetched fetched = outbox.fetch(List.of(request(position))).getFirst();
            inbox.write(fetched.rows().stream().map(row -> row.message()).toList(), List.of(), Map.of());
            copied += fetched.rows().size();
            position = fetched.next();
        }
        report("floor: fetch and inbox write, one thread", copied, start);
    }

    private void bridge() {
        JdbcInbox inbox = new JdbcInbox(destination.bridgePool(), () -> 0, EdgeText.UTF_8);
        JdbcOutbox outbox = new JdbcOutbox(origin.bridgePool(), () -> 0, A);
        List<List<Message>> batches = new ArrayList<>();
        List<ReadPosition> positions = new ArrayList<>();
        long start = System.nanoTime();
        ReadPosition position = ReadPosition.START;
        int read = 0;
        while (read < rows) {
            Fetched fetched = outbox.fetch(List.of(request(position))).getFirst();
            position = fetched.next();
            positions.add(position);
            batches.add(fetched.rows().stream().map(row -> row.message()).toList());
            read += fetched.rows().size();
        }
        report("fetch", read, start);
        start = System.nanoTime();
        batches.forEach(messages -> inbox.write(messages, List.of(), Map.of()));
        report("inbox write", read, start);
        start = System.nanoTime();
        batches.forEach(messages -> inbox.write(messages, List.of(), Map.of()));
        report("inbox write, all duplicates", read, start);
        start = System.nanoTime();
        for (int i = 0; i < batches.size(); i++) {
            outbox.record(
                    batches.get(i).stream()
                            .map(m -> new DeliveryOutcome(m, B, DeliveryState.DELIVERED, null, "", null))
                            .toList(),
                    i % 20 == 0 ? List.of(new SavedPosition(B, Precedence.ROUTINE, positions.get(i))) : List.of());
        }
        report("record", read, start);
    }

    private void idleFetch() {
        JdbcOutbox outbox = new JdbcOutbox(origin.bridgePool(), () -> 0, A);
        List<FetchRequest> requests = new ArrayList<>();
        ReadPosition end =
                outbox.fetch(List.of(request(ReadPosition.START))).getFirst().next();
        for (Precedence precedence : Precedence.values()) {
            requests.add(new FetchRequest(Set.of(B), precedence, end, batch, 1L << 30));
        }
        long start = System.nanoTime();
        for (int i = 0; i < 2_000; i++) {
            outbox.fetch(requests);
        }
        report("fetches of 4 precedences that find nothing", 2_000, start);
    }

    private FetchRequest request(ReadPosition position) {
        return new FetchRequest(Set.of(B), Precedence.ROUTINE, position, batch, 1L << 30);
    }

    private static byte[] payload() {
        byte[] payload = new byte[PAYLOAD_BYTES];
        Arrays.fill(payload, (byte) 'x');
        return payload;
    }

    private void report(String what, int count, long startNanos) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        out.printf("%-45s %,10.0f /s%n", what, count / seconds);
    }
}
