package org.c4igateway.dbbridge.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What waits is counted as one would count it pair by pair, and many rows for many destinations in one pass. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class BacklogCountTest {
    private static final int ROUNDS = 5;

    /** Rows of 30 transactions in no order, each for some of six destinations; every third pair is done anyway. */
    private static final String SOME_ROWS = """
            INSERT INTO c4i.outbox (sequence, xid, created_at, topic_id, precedence, destinations, payload_size, payload)
            SELECT n, (1 + abs(hashint4(n * 7 + $seed)) % 30)::text::xid8, now() - n * interval '1 s', 'T' || n % 50,
                   abs(hashint4(n + $seed)) % 4, (SELECT array_agg('PEER-' || d) FROM generate_series(0, 5) AS d
                       WHERE d = n % 6 OR abs(hashint4(n * 6 + d + $seed)) % 3 = 0), 1, 'x'
            FROM generate_series(1, 900) AS n;
            INSERT INTO c4i.delivery (sequence, created_at, destination, state)
            SELECT s.sequence, s.created_at, s.destination, 'delivered' FROM c4i.delivery_status AS s
            WHERE abs(hashtext(s.sequence || s.destination)) % 3 = 0;
            """;

    /** All of a shard before its position is done, but for transactions that were under way then. */
    private static final String UP_TO_POSITION = """
            INSERT INTO c4i.$table VALUES ($columns'PEER-$reader', $precedence, '$xid:$sequence:$gaps');
            INSERT INTO c4i.delivery (sequence, created_at, destination, state)
            SELECT o.sequence, o.created_at, 'PEER-$reader', 'delivered' FROM c4i.outbox AS o
            WHERE 'PEER-$reader' = ANY (o.destinations) AND o.precedence = $precedence AND (o.xid, o.sequence) <= ('$xid', $sequence)
                AND o.xid <> ALL ('{$under}'::xid8[]) AND c4i.shard_of(o.topic_id, $shards) = $shard
            ON CONFLICT DO NOTHING
            """;

    private static final String PAIR_BY_PAIR =
            "SELECT concat_ws(' ', destination, precedence, count(*) FILTER (WHERE state = 'pending'),"
                    + " min(created_at) FILTER (WHERE state = 'pending')) FROM c4i.delivery_status"
                    + " GROUP BY destination, precedence ORDER BY destination, precedence";

    private static final String COUNTED =
            "SELECT concat_ws(' ', destination, precedence, pending, oldest) FROM c4i.backlog ORDER BY destination, precedence";

    private static final String MANY_ROWS =
            "INSERT INTO c4i.outbox (sequence, xid, created_at, topic_id, precedence, destinations, payload_size, payload)"
                    + " SELECT n, '5', now() - (100000 - n) * interval '1 ms', 'A001', n % 4,"
                    + " (SELECT array_agg('PEER-' || d) FROM generate_series(0, 37) AS d), 200, decode(repeat('41', 200), 'hex')"
                    + " FROM generate_series(1, 100000) AS n";

    /** A wrong name that was ended once: no node reads for it, so it has no position, and nothing waits for it. */
    @Test
    void looksAtNoRowsForANameForWhichNothingWaits(TestDatabase database) throws SQLException {
        database.execute(MANY_ROWS);
        database.submit(0, "typo", "BRAV0");
        for (String name : List.of("BRAV0", "PEER-0")) {
            database.execute("WITH done AS (INSERT INTO c4i.delivery (sequence, created_at, destination, state)"
                    + " SELECT o.sequence, o.created_at, '" + name + "', 'rejected' FROM c4i.outbox AS o"
                    + " WHERE '" + name + "' = ANY (o.destinations) RETURNING sequence)"
                    + " INSERT INTO c4i.ledger_entry (destination, state, n)"
                    + " SELECT '" + name + "', 'rejected', count(*) FROM done");
        }
        database.execute("DELETE FROM c4i.ledger_entry WHERE destination LIKE 'PEER-%' AND destination <> 'PEER-0'");
        try (Connection connection = database.owner();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT * FROM c4i.backlog");
            try (ResultSet row = statement.executeQuery("SELECT sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)"
                    + " FROM pg_stat_xact_user_tables WHERE relname LIKE 'outbox%'")) {
                row.next();
                assertThat(row.getLong(1)).isLessThan(1_000);
            }
        }
        assertThat(database.column(COUNTED))
                .containsExactly(
                        "BRAV0 0 0",
                        "BRAV0 1 0",
                        "BRAV0 2 0",
                        "BRAV0 3 0",
                        "PEER-0 0 0",
                        "PEER-0 1 0",
                        "PEER-0 2 0",
                        "PEER-0 3 0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void countsAsOneWouldPairByPair(int shards, TestDatabase database) throws SQLException {
        database.execute("SELECT c4i.set_shards(" + shards + ")");
        for (int seed = 1; seed <= ROUNDS; seed++) {
            Random random = new Random(seed);
            database.execute(
                    "TRUNCATE c4i.outbox, c4i.delivery, c4i.reader_position, c4i.shard_position, c4i.ledger_entry");
            database.execute(SOME_ROWS.replace("$seed", "" + seed));
            for (int reader = 0; reader < 5; reader++) { // nobody has read for the sixth
                for (int precedence = 0; precedence < 4; precedence++) {
                    for (int shard = 0; shard < shards; shard++) {
                        database.execute(upToPosition(reader, precedence, random)
                                .replace("$table", shard == 0 ? "reader_position" : "shard_position")
                                .replace("$columns", shard == 0 ? "" : shard + ", ")
                                .replace("$shards", "" + shards)
                                .replace("$shard", "" + shard));
                    }
                }
            }

            assertThat(database.column(COUNTED))
                    .as("seed %d", seed)
                    .hasSize(24)
                    .isEqualTo(database.column(PAIR_BY_PAIR));
            LedgerSnapshot snapshot = new LedgerReader(database.bridgePool()).snapshot();
            assertThat(snapshot.lines()).isEqualTo(database.ledger());
        }
    }

    private static String upToPosition(int reader, int precedence, Random random) {
        int xid = 1 + random.nextInt(30);
        List<Integer> gaps = IntStream.range(1, xid)
                .filter(under -> random.nextInt(4) == 0)
                .boxed()
                .toList();
        String printed = gaps.stream()
                .map(gap -> gap % 2 == 0 ? gap + "+" + random.nextInt(900) : "" + gap)
                .reduce((a, b) -> a + "," + b)
                .orElse("");
        String under =
                gaps.stream().map(String::valueOf).reduce((a, b) -> a + "," + b).orElse("");
        return UP_TO_POSITION
                .replace("$reader", "" + reader)
                .replace("$precedence", "" + precedence)
                .replace("$xid", "" + xid)
                .replace("$sequence", "" + random.nextInt(900))
                .replace("$gaps", printed)
                .replace("$under", under);
    }

    /** Leaves the times in {@code target}. */
    @Test
    void countsManyRowsForManyDestinations(TestDatabase database) throws SQLException, IOException {
        database.execute(MANY_ROWS);
        LedgerReader ledger = new LedgerReader(database.bridgePool());
        long[] millis = new long[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            LedgerSnapshot snapshot = ledger.snapshot();
            millis[i] = (System.nanoTime() - start) / 1_000_000;

            assertThat(snapshot.backlog()).hasSize(4 * 38).allMatch(line -> line.rows() == 25_000);
            assertThat(snapshot.lines()).hasSize(38).allMatch(line -> line.pending() == 100_000 && line.balanced());
        }
        Arrays.sort(millis);
        Files.writeString(
                Path.of("target", "ledger-times.txt"),
                String.format(
                        Locale.ROOT,
                        "ledger and backlog, 100,000 rows waiting for 38 destinations each: median %d ms, %d to %d ms, %d times%n",
                        millis[ROUNDS / 2],
                        millis[0],
                        millis[ROUNDS - 1],
                        ROUNDS));
    }
}
