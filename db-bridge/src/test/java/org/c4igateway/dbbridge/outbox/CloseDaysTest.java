package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.junit.jupiter.api.Test;

/** Which days maintenance opens and closes, and which it leaves. */
class CloseDaysTest extends OpenDaysFixture {
    @Test
    void opensYesterdayTodayAndTomorrow() throws SQLException {
        assertThat(database.column("SELECT day FROM c4i.open_day ORDER BY day"))
                .containsExactly(
                        today.minusDays(1).toString(),
                        today.toString(),
                        today.plusDays(1).toString());
        assertThat(database.column("SELECT DISTINCT tgrelid::regclass FROM pg_trigger"
                        + " WHERE tgname = 'opens_day' AND tgenabled = 'D' ORDER BY 1"))
                .containsExactly(partition(-1), partition(0), partition(1));
        assertThat(database.number("SELECT count(*) FROM pg_inherits WHERE inhparent = 'c4i.outbox'::regclass"))
                .isEqualTo(database.number("SELECT count(*) FROM pg_trigger WHERE tgname = 'opens_day'"));
    }

    @Test
    void leavesADayOpenIntoWhichATransactionWrites() throws SQLException {
        OutboxProbe probe = probe(100);
        try (Connection connection = transaction("READ COMMITTED")) {
            insert(connection, FAR, "open");
            database.submit(ROUTINE, "behind", "B");
            assertThat(probe.drain()).containsExactly("behind");

            assertThat(database.number("SELECT c4i.close_days()")).isZero();
            database.submit(ROUTINE, "further", "B");
            assertThat(probe.drain()).containsExactly("further");
            connection.commit();
        }

        assertThat(probe.drain()).containsExactly("open");
        assertThat(database.number("SELECT count(*) FROM c4i.open_day")).isEqualTo(4);
        assertThat(database.number("SELECT c4i.close_days()")).isZero();
        assertThat(database.number("SELECT count(*) FROM c4i.open_day")).isEqualTo(3);
    }

    @Test
    void leavesADayOpenThatIsInUse() throws SQLException {
        try (Connection opens = transaction("READ COMMITTED");
                Connection uses = transaction("READ COMMITTED")) {
            insert(opens, FAR, "opens");
            opens.commit();
            insert(uses, FAR, "uses");

            assertThat(database.number("SELECT c4i.close_days()")).isEqualTo(1);
            assertThat(database.number("SELECT count(*) FROM c4i.open_day")).isEqualTo(4);
            uses.commit();
        }

        assertThat(probe(100).drain()).containsExactly("opens", "uses");
    }

    /** A day whose table is made in between would be taken for one of the default partition. */
    @Test
    void closesNothingWhileOthersMakeOrDropDays() throws SQLException {
        try (Connection writer = transaction("READ COMMITTED");
                Connection maintenance = database.owner();
                Statement statement = maintenance.createStatement()) {
            insert(writer, FAR, "opens");
            writer.commit();
            statement.execute("SELECT pg_advisory_lock(6501481, 4)");

            assertThat(database.number("SELECT c4i.close_days()")).isOne();
            assertThat(database.number("SELECT count(*) FROM c4i.open_day")).isEqualTo(4);

            statement.execute("SELECT pg_advisory_unlock(6501481, 4)");
            assertThat(database.number("SELECT c4i.close_days()")).isZero();
            assertThat(database.number("SELECT count(*) FROM c4i.open_day")).isEqualTo(3);
        }
    }

    /** Made by hand, or attached again. */
    @Test
    void guardsATableThatHasNoTrigger() throws SQLException {
        OutboxProbe probe = probe(100);
        probe.drain();
        database.execute("DROP TRIGGER opens_day ON " + partition(FAR) + "; DROP TRIGGER opens_day ON " + partition(0));

        assertThat(database.number("SELECT c4i.close_days()")).isZero();
        assertThat(probe.drain()).isEmpty();
        try (Connection writer = transaction("READ COMMITTED")) {
            insert(writer, FAR, "far");
            writer.commit();
        }

        assertThat(probe.drain()).containsExactly("far");
        assertThat(database.column("SELECT tgenabled FROM pg_trigger WHERE tgname = 'opens_day' AND tgrelid IN ('"
                        + partition(0) + "'::regclass, '" + partition(FAR) + "'::regclass) ORDER BY 1"))
                .containsExactly("A", "D");
    }

    @Test
    void notesADayOnceInTheEndHoweverManyTransactionsOpenIt() throws SQLException {
        for (int i = 0; i < 3; i++) {
            try (Connection writer = transaction("SERIALIZABLE");
                    Connection holds = transaction("READ COMMITTED")) {
                insert(writer, FAR, "m" + i);
                writer.commit();
                insert(holds, FAR, "held");
                assertThat(database.number("SELECT c4i.close_days()")).isOne();
            }
        }

        assertThat(database.number("SELECT count(*) FROM c4i.open_day")).isEqualTo(4);
    }
}
