package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.c4igateway.dbbridge.database.FenceAssertions.assertFenced;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.retention.Retention;
import org.c4igateway.dbbridge.retention.RetentionPolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is kept of expired rows that a destination was asked about, for a process that starts later. */
@ExtendWith(PostgresExtension.class)
class ExpiryQuestionsTest {
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final SystemName CHARLIE = new SystemName("CHARLIE");

    private final AtomicLong epoch = new AtomicLong();
    private TestDatabase database;
    private JdbcOutbox outbox;
    private List<Message> rows;

    @BeforeEach
    void open(TestDatabase database) throws SQLException {
        this.database = database;
        this.outbox = new JdbcOutbox(database.bridgePool(), epoch::get, new SystemName("ALPHA"));
        for (int i = 0; i < 3; i++) {
            database.submit(Precedence.ROUTINE.code(), "m" + i, "BRAVO", "CHARLIE");
        }
        FetchRequest all = new FetchRequest(Set.of(BRAVO), Precedence.ROUTINE, ReadPosition.START, 100, 1_000_000);
        rows = outbox.fetch(List.of(all)).getFirst().rows().stream()
                .map(row -> row.message())
                .toList();
    }

    private long number(int row) {
        return rows.get(row).id().sequence();
    }

    private void end(int row, SystemName destination, DeliveryState state) {
        outbox.record(List.of(new DeliveryOutcome(rows.get(row), destination, state, null, "", null)), List.of());
    }

    @Test
    void keepsThemUntilTheRowHasItsFinalStateForThatDestination() {
        outbox.asked(BRAVO, Set.of(number(0), number(1)));
        outbox.asked(BRAVO, Set.of(number(1)));
        outbox.asked(CHARLIE, Set.of(number(1)));

        end(1, BRAVO, DeliveryState.DELIVERED);

        assertThat(outbox.asked(Set.of(BRAVO, CHARLIE)))
                .containsOnly(entry(BRAVO, Set.of(number(0))), entry(CHARLIE, Set.of(number(1))));
        assertThat(outbox.asked(Set.of(CHARLIE))).containsOnlyKeys(CHARLIE);
    }

    @Test
    void forgetsThemWithMaintenance() throws SQLException {
        outbox.asked(BRAVO, Set.of(number(0), number(1), Long.MAX_VALUE));
        end(1, BRAVO, DeliveryState.DELIVERED);

        new Retention(database.bridgePool(), new RetentionPolicy(1, 7, 7, 30, 30), Instant::now).tidy();

        assertThat(database.column("SELECT sequence::text FROM c4i.expiry_question"))
                .containsExactly(Long.toString(number(0)));
    }

    @Test
    void takesNoneOfANodeThatIsNoLongerActive() throws SQLException {
        epoch.set(7);

        assertFenced(() -> outbox.asked(BRAVO, Set.of(number(0))));
        assertThat(database.column("SELECT sequence::text FROM c4i.expiry_question"))
                .isEmpty();
    }
}
