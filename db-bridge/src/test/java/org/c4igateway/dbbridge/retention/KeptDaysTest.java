package org.c4igateway.dbbridge.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.c4igateway.dbbridge.retention.Retention.Tidied;
import org.junit.jupiter.api.Test;

/** Days that are younger than they look, and their like. */
class KeptDaysTest extends RetentionFixture {
    @Test
    void movesRowsOfDaysLongAgoOutOfTheDefaultPartitionAndDropsThemInTime() throws SQLException {
        for (int age : new int[] {400, 40, 3}) {
            database.execute("INSERT INTO c4i.inbox SELECT nextval('c4i.inbox_sequence'), now() - interval '" + age
                    + " days', 'B', " + age + ", 'S201', 3, '{A}', now(), NULL, '', '', ''");
        }

        Tidied tidied = tidyAfter(0);

        assertThat(tidied.after().strayRows()).isZero();
        assertThat(tidied.partitions())
                .containsEntry("inbox_" + DAY.format(today.minusDays(400)), "dropped")
                .containsEntry("inbox_" + DAY.format(today.minusDays(40)), "dropped");
        assertThat(database.number("SELECT count(*) FROM c4i.inbox_" + DAY.format(today.minusDays(3))))
                .isEqualTo(1);
    }

    /** Numbers grow with time, so these rows are younger than one of today. */
    @Test
    void keepsWhatCameWhileTheClockWasBehind() throws SQLException {
        insertInbox("0 days", 1);
        insertInbox("2000 days", 2);
        database.execute("INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at)"
                + " SELECT origin_system, origin_sequence, received_at FROM c4i.inbox");
        insertLetter("0 days");
        insertLetter("2000 days");
        String misdated = "inbox_" + DAY.format(today.minusDays(2000));

        Tidied tidied = tidyAfter(0);

        assertThat(tidied.partitions()).containsEntry(misdated, "misdated");
        assertThat(tidied.keysForgotten()).isZero();
        assertThat(tidied.deadLettersForgotten()).isZero();
        assertThat(database.number("SELECT count(*) FROM c4i.received")).isEqualTo(2);

        assertThat(tidyAfter(8).partitions()).as("as old as what came with it").containsEntry(misdated, "dropped");
        assertThat(tidyAfter(91).deadLettersForgotten()).isEqualTo(2);
    }

    /** A clock that was ahead for an hour keeps no present day for years. */
    @Test
    void dropsOldDaysAlthoughRowsOfTheFutureAreThere() throws SQLException {
        insertInbox("-300 days", 1);
        insertInbox("0 days", 2);

        assertThat(tidyAfter(8).partitions()).containsEntry("inbox_" + DAY.format(today), "dropped");
    }

    /** A row that waited for days is needed as long as its final state is young. */
    @Test
    void keepsADayWhoseRowsGotTheirFinalStateLately() throws SQLException {
        database.submit(3, "m", "B");
        deliverAll();
        database.execute("UPDATE c4i.delivery SET at = now() + interval '5 days'");
        String day = "outbox_" + DAY.format(today);

        assertThat(tidyAfter(8).partitions()).containsEntry(day, "recent");
        assertThat(tidyAfter(12).partitions()).containsEntry(day, "recent");
        assertThat(tidyAfter(13).partitions()).containsEntry(day, "dropped");
    }

    @Test
    void keepsLettersThatWaitBeforeTheInboxOrThatTheirOriginIsNotToldOf() throws SQLException {
        for (int i = 0; i < 4; i++) {
            insertLetter("0 days");
        }
        database.execute(
                "INSERT INTO c4i.readmission (dead_letter, ended_at, result)"
                        + " SELECT id, nullif(now() + interval '80 days', CASE WHEN id % 4 = 1 THEN now() + interval '80 days' END),"
                        + " CASE id % 4 WHEN 2 THEN 'received' WHEN 3 THEN 'refused' END FROM c4i.dead_letter WHERE id % 4 > 0");

        assertThat(tidyAfter(91).deadLettersForgotten()).isEqualTo(2);

        assertThat(database.column(
                        "SELECT coalesce(r.result, 'waits') FROM c4i.dead_letter AS d JOIN c4i.readmission AS r"
                                + " ON r.dead_letter = d.id ORDER BY d.id"))
                .containsExactlyInAnyOrder("waits", "received");
        assertThat(tidyAfter(200).deadLettersForgotten()).as("told or not").isEqualTo(1);
    }

    @Test
    void dropsAndForgetsWhatIsOldThoughNoPartitionCanBeMade() throws SQLException {
        new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8).write(List.of(message(1)), List.of(), Map.of());
        database.execute(
                "CREATE OR REPLACE FUNCTION"
                        + " c4i.create_partition(parent text, day date, patience_ms integer DEFAULT 100) RETURNS text"
                        + " LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$");

        assertThatThrownBy(() -> tidyAfter(31))
                .isInstanceOf(GatewayException.Transient.class)
                .hasMessageContaining("could not extend file");

        assertThat(database.column("SELECT to_regclass('c4i.inbox_" + DAY.format(today) + "')"))
                .containsExactly("null");
        assertThat(database.number("SELECT count(*) FROM c4i.inbox_key")).isZero();
    }

    @Test
    void keepsInboxAndOutboxEachAsLongAsSaid() throws SQLException {
        insertInbox("0 days", 1);
        setToday(10);
        RetentionPolicy shortInbox = new RetentionPolicy(RetentionPolicy.DAYS_AHEAD, 20, 7, 30, 90);

        Tidied tidied = retention(shortInbox, now).tidy();

        assertThat(tidied.partitions()).containsEntry("inbox_" + DAY.format(today), "dropped");
        assertThat(tidied.partitions()).doesNotContainKey("outbox_" + DAY.format(today));
    }

    @Test
    void countsIdentitiesOfMessagesAndOfRowsElsewhereTogether() throws SQLException {
        database.execute("INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at, digest)"
                + " SELECT 'B', n, now() - interval '40 days', n FROM generate_series(1, 3) AS n;"
                + " INSERT INTO c4i.table_key (source, key, seen_at) VALUES ('there.tx', '1', now() - interval '70 days');"
                + " INSERT INTO c4i.table_look (source, at) VALUES ('there.tx', now())");

        assertThat(retention(WEEKS, now).tidy().keysForgotten()).isEqualTo(4);
    }

    /** The database keeps a week by itself. */
    @Test
    void keepsYoungStatesAndMisdatedDaysAsLongAsItsOwnDays() throws SQLException {
        RetentionPolicy policy = new RetentionPolicy(RetentionPolicy.DAYS_AHEAD, 20, 10, 30, 90);
        insertInbox("0 days", 1);
        insertInbox("2000 days", 2);
        database.submit(3, "m", "B");
        deliverAll();
        database.execute("UPDATE c4i.delivery SET at = now() + interval '5 days'");

        setToday(9);
        assertThat(retention(policy, now).tidy().partitions())
                .containsEntry("inbox_" + DAY.format(today.minusDays(2000)), "misdated");
        setToday(22);
        assertThat(retention(policy, now).tidy().partitions()).containsEntry("outbox_" + DAY.format(today), "recent");
    }
}
