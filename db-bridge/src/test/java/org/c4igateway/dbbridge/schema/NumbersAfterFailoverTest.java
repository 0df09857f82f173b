package org.c4igateway.dbbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.database.TestSubmission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A standby that the last numbers had not reached has become the primary, and no node has been there yet. */
@ExtendWith(PostgresExtension.class)
class NumbersAfterFailoverTest {
    private static final int SESSIONS = 8;
    private static final int ROWS = 25;

    private final TestDatabase database;
    private long given;

    NumbersAfterFailoverTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void failOver() throws SQLException {
        database.execute("TRUNCATE c4i.outbox, c4i.delivery, c4i.publication");
        new NodeIdentity(database.bridgePool()).claim(new SystemName("A"));
        long before = database.submit(3, "before", "B");
        for (int i = 0; i < 100; i++) {
            given = database.submit(3, "lost", "B");
        }
        database.execute("DELETE FROM c4i.outbox WHERE sequence > " + before);
        database.execute("SELECT setval('c4i.outbox_sequence', " + before + "), setval('c4i.numbered_timeline', 0)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT c4i.submit('S201', 3, '{B}', 'm')",
                "SELECT c4i.submit_text('S201', 3, '{B}', 'm')",
                "SELECT (c4i.submit_batch('{S201}', '{3}', '{B}', '{m}'))[1]",
                "SELECT c4i.publish('S201', 3, 'm')",
                "SELECT (c4i.publish_batch('{S201}', '{3}', '{m}'))[1]",
                "SELECT repeated_by FROM c4i.replay('me', 'why', topic => 'S201', again => true) WHERE verdict = 'replay'",
            })
    void givesNoNumberAgain(String sql) throws SQLException {
        database.execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state, code, detail)"
                + " SELECT sequence, created_at, 'B', 'rejected', 'GW-302', '' FROM c4i.outbox");

        assertThat(database.number(sql)).isGreaterThan(given);
    }

    @Test
    void keepsOnCountingAfterwards() throws SQLException {
        long first = database.submit(3, "m", "B");

        assertThat(database.submit(3, "m", "B")).isEqualTo(first + 1);
    }

    @Test
    void givesEachNumberOnceToServersThatComeAtTheSameTime() throws Exception {
        List<Long> numbers = new ArrayList<>();
        CyclicBarrier together = new CyclicBarrier(SESSIONS);
        try (ExecutorService servers = Executors.newFixedThreadPool(SESSIONS)) {
            List<Future<List<Long>>> answers = new ArrayList<>();
            for (int i = 0; i < SESSIONS; i++) {
                answers.add(servers.submit(() -> submitMany(together)));
            }
            for (Future<List<Long>> answer : answers) {
                numbers.addAll(answer.get());
            }
        }

        assertThat(numbers).hasSize(SESSIONS * ROWS).doesNotHaveDuplicates().allMatch(number -> number > given);
    }

    private List<Long> submitMany(CyclicBarrier together) throws Exception {
        List<Long> numbers = new ArrayList<>();
        try (Connection connection = database.app()) {
            together.await();
            for (int i = 0; i < ROWS; i++) {
                numbers.add(TestSubmission.submit(connection, 3, "m", "B"));
            }
        }
        return numbers;
    }

    @Test
    void letsNobodyWaitForTheTransactionThatCameFirst() throws SQLException {
        try (Connection first = database.app();
                Connection second = database.app();
                Statement patience = second.createStatement()) {
            first.setAutoCommit(false);
            long number = TestSubmission.submit(first, 3, "open", "B");
            patience.execute("SET lock_timeout = '5s'");

            assertThat(TestSubmission.submit(second, 3, "m", "B")).isEqualTo(number + 1);
        }
    }
}
