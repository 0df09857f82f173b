package org.c4igateway.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class HistoryStoreTest {
    private static final String LOGIN = "test_history";

    @SuppressWarnings("NullAway.Init") // set before each test
    private TestDatabase database;

    @BeforeEach
    void makeLogin(TestDatabase made) throws SQLException {
        database = made;
        database.execute("DO $$ BEGIN CREATE ROLE " + LOGIN + " LOGIN PASSWORD 'test' IN ROLE c4i_history;"
                + " EXCEPTION WHEN duplicate_object THEN NULL; END $$");
    }

    private HistoryStore store(String partition) {
        return new HistoryStore(
                new Connections(new DatabaseSettings(database.bridge().url(), LOGIN, "test", 2)), partition);
    }

    private static KeptSample sample(long id, String topic, String payload) {
        KmtfMessage message = new KmtfMessage(
                "ALPHA",
                "",
                -id,
                topic,
                3,
                1,
                Long.MAX_VALUE,
                "훈련",
                List.of("BRAVO"),
                payload.getBytes(StandardCharsets.UTF_8));
        return KeptSample.of(id, new Heard.Written(topic, message, id * 1_000 + 7), WireType.MESSAGE.newCodec());
    }

    private static List<KeptSample> read(HistoryStore store, String topic) {
        List<KeptSample> read = new ArrayList<>();
        store.read(topic, read::add);
        return read;
    }

    @Test
    void givesBackWhatItWasGivenInOrderBitForBit() {
        KeptSample first = sample(1, "A021", "MSGID/HELQUEST/1//");
        KeptSample second = sample(2, "A021", "둘째");
        KeptSample other = sample(3, "J071", "");
        try (HistoryStore store = store("history")) {
            store.change(List.of(first, other, second), List.of());
        }

        try (HistoryStore store = store("history")) {
            assertThat(read(store, "A021")).containsExactly(first, second);
            assertThat(read(store, "A021").getFirst().message()).isEqualTo(first.message());
            assertThat(store.highestId()).isEqualTo(3);
            store.change(List.of(), List.of(1L));
            assertThat(read(store, "A021")).containsExactly(second);
        }
        try (HistoryStore store = store("history/EX-2")) {
            assertThat(read(store, "A021")).as("of another exercise").isEmpty();
            assertThat(store.highestId()).isEqualTo(3);
        }
    }

    @Test
    void refusesASecondServiceUntilTheFirstIsGone() {
        try (HistoryStore first = store("history")) {
            assertThat(first.highestId()).isZero();
            try (HistoryStore second = store("history")) {
                assertThatThrownBy(second::highestId)
                        .isInstanceOf(GatewayException.Transient.class)
                        .hasMessageContaining("another history service");
            }
        }
        try (HistoryStore third = store("history")) {
            assertThat(third.highestId()).isZero();
        }
    }

    @Test
    void leavesNothingOfAChangeThatFails() throws SQLException {
        database.execute("ALTER TABLE c4i.history_sample ADD CONSTRAINT no_third CHECK (id <> 3)");
        KeptSample first = sample(1, "A021", "x");
        try (HistoryStore store = store("history")) {
            store.change(List.of(first), List.of());

            assertThatThrownBy(() -> store.change(List.of(sample(2, "A021", "y"), sample(3, "A021", "z")), List.of(1L)))
                    .isInstanceOf(GatewayException.Fatal.class);

            assertThat(read(store, "A021")).containsExactly(first);
        }
    }

    private void breakSessions() throws SQLException {
        database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'c4i-history'"
                + " AND datname = current_database()");
        await().until(() -> database.number("SELECT count(*) FROM pg_stat_activity WHERE"
                        + " application_name = 'c4i-history' AND datname = current_database()")
                == 0);
    }

    /** The session may break when the commit is done and its answer is not here yet. */
    @Test
    void takesAChangeAgainThatWasMadeAlready() throws SQLException {
        List<KeptSample> added = List.of(sample(1, "A021", "x"));
        try (HistoryStore store = store("history")) {
            store.change(added, List.of());
            breakSessions();
            assertThatThrownBy(() -> store.change(added, List.of())).isInstanceOf(GatewayException.Transient.class);
            store.change(added, List.of());
            assertThat(read(store, "A021")).isEqualTo(added);
        }
    }

    @Test
    void noticesThatAnotherServiceWroteWhileItHadNoSession() throws SQLException {
        List<Long> some = List.of(7L);
        try (HistoryStore first = store("history")) {
            assertThat(first.highestId()).isZero();
            breakSessions();
            try (HistoryStore second = store("history")) {
                second.change(List.of(sample(1, "A021", "x")), List.of());
            }
            assertThatThrownBy(() -> first.change(List.of(), some)).isInstanceOf(GatewayException.Transient.class);

            assertThatThrownBy(() -> first.change(List.of(), some))
                    .isInstanceOf(GatewayException.Fatal.class)
                    .hasMessageContaining("another history service has written");
        }
    }

    @Test
    void mayDoNothingElseInTheDatabase() throws SQLException {
        for (String table : List.of("outbox", "inbox", "delivery", "dead_letter")) {
            assertThat(database.number("SELECT has_table_privilege('c4i_history', 'c4i." + table
                            + "', 'SELECT, INSERT, UPDATE, DELETE')::int"))
                    .as(table)
                    .isZero();
        }
        assertThat(database.number("SELECT has_table_privilege('c4i_history', 'c4i.history_sample', 'UPDATE')::int"))
                .isZero();
        assertThat(database.number("SELECT has_table_privilege('c4i_bridge', 'c4i.history_sample', 'SELECT')::int"))
                .isZero();
    }

    @Test
    void tellsWhoLogsInWithoutTheRoleWhatToDo() {
        try (HistoryStore store = new HistoryStore(new Connections(database.appSettings()), "history")) {
            assertThatThrownBy(store::highestId)
                    .isInstanceOfSatisfying(
                            GatewayException.Fatal.class,
                            fault -> assertThat(fault.remedy()).contains("c4i database prepare --history"));
        }
    }

    @Test
    void namesARowThatIsNoSample() throws SQLException {
        database.execute(
                "INSERT INTO c4i.history_sample (id, dds_partition, topic, origin, subject, sequence, source_ns,"
                        + " sample) VALUES (9, 'history', 'A021', 'A', '', 1, 1, '\\x00')");
        try (HistoryStore store = store("history")) {
            assertThatThrownBy(() -> read(store, "A021"))
                    .isInstanceOf(GatewayException.Fatal.class)
                    .hasMessageContaining("row 9 of c4i.history_sample");
        }
    }
}
