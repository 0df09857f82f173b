package org.c4igateway.dbbridge.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.c4igateway.dbbridge.inbox.Arrivals.labelled;
import static org.c4igateway.dbbridge.inbox.Arrivals.message;
import static org.c4igateway.dbbridge.inbox.Arrivals.parked;
import static org.c4igateway.dbbridge.inbox.Arrivals.received;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.store.Inbox.Written;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What proves that a refusal is of one message, so that it is parked, and not of the database as a whole. */
@ExtendWith(PostgresExtension.class)
class InboxEvidenceTest {
    private static final String BAD_DATA = "22000";
    private static final String RAISED = "P0001";

    private TestDatabase database;
    private JdbcInbox inbox;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.inbox = new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8);
    }

    private Written write(Message... messages) {
        return inbox.write(List.of(messages), List.of(), Map.of());
    }

    private void assertTriedAgain(Message... messages) throws SQLException {
        assertThatThrownBy(() -> write(messages)).isInstanceOf(GatewayException.Transient.class);
        assertThat(parked(database)).isEmpty();
    }

    private void refuseBad(String state) throws SQLException {
        SiteTriggers.raise(database, "BEFORE", "NEW.label = 'bad'", state);
    }

    private static Message[] bad(int count) {
        return LongStream.rangeClosed(1, count)
                .mapToObj(sequence -> labelled(sequence, "bad"))
                .toArray(Message[]::new);
    }

    @Test
    void badDataNeedsNoProofInAnInboxThatNeverHadARow() throws SQLException {
        refuseBad(BAD_DATA);
        assertThat(write(bad(3)).parked()).hasSize(3);
    }

    @Test
    void fourRefusalsInARowAreAFaultOfAnInboxThatNeverHadARow() throws SQLException {
        refuseBad(BAD_DATA);
        assertTriedAgain(bad(4));
    }

    @Test
    void anotherRefusalNeedsProofInAnInboxThatNeverHadARow() throws SQLException {
        refuseBad(RAISED);
        assertTriedAgain(bad(1));
    }

    /** A fault that passes hits the first message twice, alone and in the batch; then it is the only row. */
    @Test
    void aMessageThatIsTakenAtItsSecondTryIsProof() throws SQLException {
        refuseBad(RAISED);
        database.execute("CREATE SEQUENCE public.site_tries; GRANT ALL ON SEQUENCE public.site_tries TO PUBLIC");
        SiteTriggers.add(
                database,
                "passing",
                "IF NEW.label = 'late' THEN IF nextval('public.site_tries') < 3 THEN"
                        + " RAISE EXCEPTION USING ERRCODE = '55000', MESSAGE = 'not now'; END IF; END IF;",
                "BEFORE INSERT ON c4i.inbox");

        assertThat(write(labelled(1, "late"), labelled(2, "bad")).parked()).hasSize(1);

        assertThat(received(database)).containsExactly("1 payload 1");
        assertThat(parked(database)).containsExactly("2 GW-403 payload 2");
    }

    /** A message that may be taken later is parked only if the inbox takes rows then, too. */
    @Test
    void looksOnceMoreBeforeItParksWhatMayPass() throws SQLException {
        write(labelled(1, ""));
        refuseBad("55000");
        database.execute("CREATE SEQUENCE public.site_looks; GRANT ALL ON SEQUENCE public.site_looks TO PUBLIC");
        SiteTriggers.add(
                database,
                "looks",
                "IF current_setting('c4i.probe', true) = 'on' THEN IF nextval('public.site_looks') > 1 THEN"
                        + " RAISE EXCEPTION USING ERRCODE = '55P03', MESSAGE = 'locked'; END IF; END IF;",
                "BEFORE INSERT ON c4i.inbox");

        assertTriedAgain(labelled(2, "bad"));
    }

    @Test
    void aRowThatIsRefusedOnlyAtItsCommitIsNoProof() throws SQLException {
        write(labelled(1, ""));
        database.execute("CREATE FUNCTION public.later() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " RAISE EXCEPTION 'no more rows here'; END $$;"
                + " CREATE CONSTRAINT TRIGGER later AFTER INSERT ON c4i.inbox DEFERRABLE INITIALLY DEFERRED"
                + " FOR EACH ROW EXECUTE FUNCTION public.later()");

        assertTriedAgain(labelled(2, ""));
    }

    /** The row that is tried was taken before, so a table of the site has it already. */
    @Test
    void aRowThatATableOfTheSiteHasAlreadyIsProof() throws SQLException {
        database.execute("CREATE TABLE public.mirror (sequence bigint UNIQUE DEFERRABLE INITIALLY DEFERRED);"
                + " GRANT ALL ON public.mirror TO PUBLIC");
        SiteTriggers.add(
                database,
                "mirrored",
                "INSERT INTO public.mirror VALUES (NEW.origin_sequence);",
                "AFTER INSERT ON c4i.inbox");
        write(labelled(1, ""));
        refuseBad(RAISED);

        assertThat(write(labelled(2, "bad")).parked()).hasSize(1);
    }

    @Test
    void parksAMessageWhoseKeyIsRefused() throws SQLException {
        write(labelled(1, ""));
        SiteTriggers.add(
                database,
                "keys",
                "IF NEW.origin_sequence = 2 THEN RAISE EXCEPTION 'no such number here'; END IF;",
                "BEFORE INSERT ON c4i.inbox_key");

        assertThat(write(labelled(2, ""), labelled(3, "")).parked()).hasSize(1);

        assertThat(received(database)).containsExactly("1 payload 1", "3 payload 3");
    }

    @Test
    void parksEachOfTwoContentsOfANumberOnce() throws SQLException {
        write(labelled(1, ""));
        refuseBad(RAISED);

        assertThat(write(message(2, "bad", "one"), message(2, "bad", "other")).parked())
                .hasSize(2);

        assertThat(parked(database)).containsExactlyInAnyOrder("2 GW-403 one", "2 GW-403 other");
    }
}
