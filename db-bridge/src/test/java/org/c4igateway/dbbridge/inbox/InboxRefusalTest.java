package org.c4igateway.dbbridge.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.c4igateway.dbbridge.inbox.Arrivals.labelled;
import static org.c4igateway.dbbridge.inbox.Arrivals.parked;
import static org.c4igateway.dbbridge.inbox.Arrivals.received;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.store.Inbox.Written;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Triggers of the site on the inbox: one message that they refuse stops nothing, a fault that hits every row ends
 * nothing.
 */
@ExtendWith(PostgresExtension.class)
class InboxRefusalTest {
    private TestDatabase database;
    private JdbcInbox inbox;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.inbox = new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"P0001", "SITE1", "21000", "2F005", "38000", "39000", "42703", "54001", "55000", "57014", "XX000"
            })
    void parksTheOneMessageForWhichATriggerRaises(String state) throws SQLException {
        raise("AFTER", "NEW.label = 'bad'", state);
        List<Message> batch = LongStream.rangeClosed(1, 20)
                .mapToObj(sequence -> labelled(sequence, sequence == 13 ? "bad" : ""))
                .toList();

        Written written = inbox.write(batch, List.of(), Map.of());

        assertThat(written.parked()).singleElement().satisfies(parked -> {
            assertThat(parked.key().id().sequence()).isEqualTo(13);
            assertThat(parked.code()).isEqualTo(ErrorCode.DATABASE_REFUSED);
            assertThat(parked.detail()).contains("not at this site");
        });
        assertThat(received(database)).hasSize(19);
        assertThat(parked(database)).containsExactly("13 GW-403 payload 13");
    }

    @Test
    void parksAMessageThatComesAloneWhenTheInboxTakesOthers() throws SQLException {
        inbox.write(List.of(labelled(1, "")), List.of(), Map.of());
        raise("AFTER", "NEW.label = 'bad'", "P0001");

        assertThat(inbox.write(List.of(labelled(2, "bad")), List.of(), Map.of()).parked())
                .hasSize(1);

        assertThat(received(database)).containsExactly("1 payload 1");
        assertThat(parked(database)).containsExactly("2 GW-403 payload 2");
    }

    /** What the site refuses now it may have taken before. */
    @ParameterizedTest
    @ValueSource(strings = {"23514", "P0001", "42501", "55000"})
    void parksTheOneMessageWhenTheNewestRowWouldBeRefusedToo(String state) throws SQLException {
        inbox.write(List.of(labelled(1, ""), labelled(2, "bad")), List.of(), Map.of());
        raise("AFTER", "NEW.label = 'bad'", state);

        inbox.write(List.of(labelled(3, "bad"), labelled(4, "")), List.of(), Map.of());

        assertThat(parked(database)).containsExactly("3 GW-403 payload 3");
        assertThat(received(database)).containsExactly("1 payload 1", "2 payload 2", "4 payload 4");
    }

    @Test
    void triesSeveralRowsForAMessageThatComesAlone() throws SQLException {
        inbox.write(List.of(labelled(1, "")), List.of(), Map.of());
        inbox.write(
                LongStream.rangeClosed(2, 10)
                        .mapToObj(sequence -> labelled(sequence, "bad"))
                        .toList(),
                List.of(),
                Map.of());
        raise("AFTER", "NEW.label = 'bad'", "23514");

        inbox.write(List.of(labelled(11, "bad")), List.of(), Map.of());

        assertThat(parked(database)).containsExactly("11 GW-403 payload 11");
        assertThat(received(database)).hasSize(10);
    }

    @Test
    void takesTheOtherMessagesOfABatchForProofWhenAllFormerRowsAreRefused() throws SQLException {
        inbox.write(List.of(labelled(1, "bad"), labelled(2, "bad")), List.of(), Map.of());
        raise("AFTER", "NEW.label = 'bad'", "23514");
        List<Message> alone = List.of(labelled(3, "bad"));

        assertThatThrownBy(() -> inbox.write(alone, List.of(), Map.of()))
                .isInstanceOf(GatewayException.Transient.class);
        assertThat(parked(database)).isEmpty();
        inbox.write(List.of(labelled(3, "bad"), labelled(4, "")), List.of(), Map.of());

        assertThat(parked(database)).containsExactly("3 GW-403 payload 3");
        assertThat(received(database)).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"P0001", "SITE1", "23514", "55000"})
    void waitsWhenEveryRowIsRefused(String state) throws SQLException {
        inbox.write(List.of(labelled(1, "")), List.of(), Map.of());
        raise("AFTER", "true", state);
        List<Message> batch =
                LongStream.rangeClosed(2, 20).mapToObj(s -> labelled(s, "")).toList();

        assertThatThrownBy(() -> inbox.write(batch, List.of(), Map.of()))
                .isInstanceOf(GatewayException.Transient.class);
        assertThatThrownBy(() -> inbox.write(batch.subList(0, 1), List.of(), Map.of()))
                .isInstanceOf(GatewayException.Transient.class);

        assertThat(parked(database)).isEmpty();
        database.execute("DROP TRIGGER site ON c4i.inbox");
        assertThat(inbox.write(batch, List.of(), Map.of()).parked()).isEmpty();
        assertThat(received(database)).hasSize(20);
    }

    @Test
    void waitsWhenEveryRowIsRefusedAndTheInboxNeverHadOne() throws SQLException {
        raise("BEFORE", "true", "P0001");
        List<Message> batch =
                LongStream.rangeClosed(1, 500).mapToObj(s -> labelled(s, "")).toList();

        assertThatThrownBy(() -> inbox.write(batch, List.of(), Map.of()))
                .isInstanceOf(GatewayException.Transient.class);

        assertThat(parked(database)).isEmpty();
        assertThat(database.number("SELECT calls FROM site_calls")).isLessThan(20);
    }

    /** As while an earlier transaction of this node, whose commit hangs, still holds the key. */
    @Test
    void waitsForAKeyThatAnotherTransactionHolds() throws SQLException {
        waitBriefly();
        inbox.write(List.of(labelled(1, "")), List.of(), Map.of());
        try (Connection other = database.owner();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at, digest)"
                    + " VALUES ('A', 2, now(), 1)");

            assertThatThrownBy(() -> inbox.write(List.of(labelled(2, "")), List.of(), Map.of()))
                    .isInstanceOfSatisfying(
                            GatewayException.Transient.class,
                            fault -> assertThat(Objects.requireNonNull(fault.getCause())
                                            .getSuppressed())
                                    .as("what the look for another holder met")
                                    .hasSize(1));
            assertThat(parked(database)).isEmpty();
            other.rollback();
        }
        assertThat(inbox.write(List.of(labelled(2, "")), List.of(), Map.of()).parked())
                .isEmpty();
        assertThat(received(database)).containsExactly("1 payload 1", "2 payload 2");
    }

    /** Else the test would wait for as long as a node does. */
    private void waitBriefly() throws SQLException {
        database.execute("CREATE FUNCTION public.wait_briefly() RETURNS trigger LANGUAGE plpgsql AS $$"
                + " BEGIN PERFORM set_config('lock_timeout', '300ms', true); RETURN NULL; END $$;"
                + " CREATE TRIGGER wait_briefly BEFORE INSERT ON c4i.inbox_key"
                + " FOR EACH STATEMENT EXECUTE FUNCTION public.wait_briefly()");
    }

    /** A row that a fault hits once, or as long as it takes to look for it, stays before newer ones. */
    @Test
    void keepsTheOrderWhenAFaultPasses() throws SQLException {
        inbox.write(List.of(labelled(1, "")), List.of(), Map.of());
        raise("BEFORE", "NEW.label = 'bad' AND nextval('public.site_tries') < 3", "55P03");
        database.execute("CREATE SEQUENCE public.site_tries; GRANT ALL ON SEQUENCE public.site_tries TO PUBLIC");

        Written written = inbox.write(List.of(labelled(2, "bad"), labelled(3, "")), List.of(), Map.of());

        assertThat(written.parked()).isEmpty();
        assertThat(received(database)).containsExactly("1 payload 1", "2 payload 2", "3 payload 3");
    }

    @Test
    void parksAllThatAreBadAmongMany() throws SQLException {
        raise("AFTER", "NEW.label = 'bad'", "P0001");
        List<Message> batch = LongStream.rangeClosed(1, 64)
                .mapToObj(sequence -> labelled(sequence, sequence % 16 < 3 ? "bad" : ""))
                .toList();

        assertThat(inbox.write(batch, List.of(), Map.of()).parked()).hasSize(12);

        assertThat(received(database)).hasSize(52);
    }

    private void raise(String when, String condition, String state) throws SQLException {
        SiteTriggers.raise(database, when, condition, state);
    }
}
