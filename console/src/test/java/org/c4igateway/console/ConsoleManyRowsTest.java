package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * 270 topics by 38 peers, 10,260 rows, with 100,000 messages behind them. Leaves the time of each page in
 * {@code target}.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class ConsoleManyRowsTest {
    private static final int PEERS = 38;
    private static final int TOPICS = 270;
    private static final int ROUNDS = 40;
    private static final Pattern NEXT = Pattern.compile("rel=\"next\" href=\"([^\"]+)\"");
    private static final Pattern ROW = Pattern.compile("<tr>");

    private static final String MESSAGES =
            "INSERT INTO c4i.outbox (sequence, xid, created_at, topic_id, precedence, destinations,"
                    + " payload_size, payload) SELECT n, '5', now() - (100000 - n) * interval '10 ms', 'A00' || (1 + mod(n, 9)), 3,"
                    + " ARRAY['PEER-' || mod(n, 38)], 200, decode(repeat('41', 200), 'hex') FROM generate_series(1, 100000) AS n";

    /** All of them are delivered, and reading starts behind them. */
    private static final String DELIVERED = "INSERT INTO c4i.delivery (sequence, created_at, destination, state)"
            + " SELECT sequence, created_at, destinations[1], 'delivered' FROM c4i.outbox;"
            + " INSERT INTO c4i.ledger_entry (destination, state, n) SELECT destination, 'delivered', count(*) FROM c4i.delivery"
            + " GROUP BY destination;"
            + " INSERT INTO c4i.reader_position (destination, precedence, token) SELECT 'PEER-' || d, p, '6:0:'"
            + " FROM generate_series(0, 37) AS d, generate_series(0, 3) AS p";

    @Test
    void pagesThroughAllOfThem(TestDatabase database) throws SQLException, IOException {
        database.execute("INSERT INTO c4i.node (system_name, timeline) VALUES ('ALPHA', 1)");
        database.execute(MESSAGES);
        database.execute(DELIVERED);
        String[] names = IntStream.range(0, PEERS).mapToObj(i -> "PEER-" + i).toArray(String[]::new);
        try (ConsoleNode node = ConsoleNode.start(database, ConsoleNode.peers(names))) {
            Browser viewer = node.loggedIn(ConsoleNode.VIEWER);
            viewer.awaitText("/console/peers", "PEER-37");

            assertThat(count(viewer, "/console/topics")).isEqualTo(TOPICS * PEERS);
            assertThat(viewer.get("/console/topics?busy=1").body())
                    .contains("A001")
                    .contains("PEER-0");

            List<String> lines = new ArrayList<>();
            for (String path : List.of(
                    "/console",
                    "/console/topics",
                    "/console/topics?after=Z",
                    "/console/topics?busy=1",
                    "/console/peers",
                    "/console/messages",
                    "/console/messages?topic=A005",
                    "/console/messages?topic=NONE",
                    "/console/messages?state=pending&system=PEER-0",
                    "/console/messages?state=pending",
                    "/console/messages?until=2020-01-01T00:00",
                    "/console/messages/ALPHA/50000")) {
                lines.add(times(viewer, path));
            }
            Files.write(Path.of("target", "console-times.txt"), lines);
        }
    }

    private static int count(Browser viewer, String first) {
        int rows = 0;
        for (String path = first; !path.isEmpty(); ) {
            HttpResponse<String> page = viewer.get(path);
            assertThat(page.statusCode()).isEqualTo(200);
            int here = (int) ROW.matcher(page.body()).results().count() - 1;
            assertThat(here).isBetween(1, 100);
            rows += here;
            Matcher next = NEXT.matcher(page.body());
            path = next.find() ? next.group(1).replace("&amp;", "&") : "";
        }
        return rows;
    }

    private static String times(Browser viewer, String path) {
        long[] micros = new long[ROUNDS];
        int bytes = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            HttpResponse<String> page = viewer.get(path);
            assertThat(page.statusCode()).as(path).isEqualTo(200);
            bytes = page.body().length();
            micros[i] = (System.nanoTime() - start) / 1_000;
        }
        Arrays.sort(micros);
        return String.format(
                Locale.ROOT,
                "%-45s median %7.1f ms, slowest of %d %7.1f ms, %7d characters",
                path,
                micros[ROUNDS / 2] / 1_000.0,
                ROUNDS,
                micros[ROUNDS - 1] / 1_000.0,
                bytes);
    }
}
