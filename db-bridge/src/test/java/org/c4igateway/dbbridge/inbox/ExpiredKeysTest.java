package org.c4igateway.dbbridge.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.dbbridge.database.FenceAssertions.assertFenced;
import static org.c4igateway.dbbridge.inbox.Arrivals.labelled;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.retention.Retention;
import org.c4igateway.dbbridge.retention.RetentionPolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a node has found expired, as the process after it reads it. */
@ExtendWith(PostgresExtension.class)
class ExpiredKeysTest {
    private final AtomicLong epoch = new AtomicLong();
    private TestDatabase database;
    private JdbcInbox inbox;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.inbox = new JdbcInbox(database.bridgePool(), epoch::get, EdgeText.UTF_8);
    }

    private static MessageKey key(long sequence) {
        return MessageKey.of(labelled(sequence, ""));
    }

    private void park(long sequence, ErrorCode code) {
        Message message = labelled(sequence, "");
        inbox.write(List.of(), List.of(new DeadLetter(message, "jms A", code, "late", message.payload())), Map.of());
    }

    @Test
    void areThoseParkedAsExpiredAndThoseThatHadNotArrivedOldestFirst() throws SQLException {
        park(1, ErrorCode.EXPIRED);
        inbox.answerExpired(Set.of(key(2)));
        park(3, ErrorCode.MALFORMED_PAYLOAD);
        park(4, ErrorCode.EXPIRED);
        inbox.answerExpired(Set.of(key(2)));

        assertThat(inbox.foundExpired()).containsExactly(key(1), key(2), key(4));
        try (Connection connection = database.bridgePool().getConnection()) {
            assertThat(new ExpiredKeys(connection).newest(2)).containsExactly(key(2), key(4));
        }
    }

    @Test
    void areNoneThatTheInboxHas() {
        inbox.write(List.of(labelled(1, "")), List.of(), Map.of());

        inbox.answerExpired(Set.of(key(1), key(2)));

        assertThat(inbox.foundExpired()).containsExactly(key(2));
    }

    @Test
    void areForgottenButForTheNewest() throws SQLException {
        for (long sequence = 1; sequence <= 4; sequence++) {
            inbox.answerExpired(Set.of(key(sequence)));
        }

        assertThat(database.number("SELECT c4i.prune_expiry_answers(30, 2, 100)"))
                .isEqualTo(1);
        assertThat(inbox.foundExpired()).containsExactly(key(2), key(3), key(4));
    }

    @Test
    void areForgottenWithIdentities() throws SQLException {
        inbox.answerExpired(Set.of(key(1), key(2)));
        database.execute(
                "UPDATE c4i.expiry_answer SET answered_at = now() - interval '32 days' WHERE origin_sequence = 1");

        new Retention(database.bridgePool(), new RetentionPolicy(1, 7, 7, 30, 30), Instant::now).tidy();

        assertThat(inbox.foundExpired()).containsExactly(key(2));
    }

    @Test
    void takesNoneOfANodeThatIsNoLongerActive() {
        epoch.set(7);

        assertFenced(() -> inbox.answerExpired(Set.of(key(1))));
        assertThat(inbox.foundExpired()).isEmpty();
    }
}
