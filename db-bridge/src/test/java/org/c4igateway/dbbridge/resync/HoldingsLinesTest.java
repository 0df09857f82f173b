package org.c4igateway.dbbridge.resync;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.Test;

/** What is said of each message, in the file and of a difference, and when it is said. */
class HoldingsLinesTest extends HoldingsFixture {
    private static final String CREATED = "2026-11-21T12:00:00.000001Z";
    /** No topic of a catalogue has control characters, but a C4I server may name any. */
    private static final String TOPIC = "E'S2\\n01\\t!'";

    HoldingsLinesTest(PostgresServer server) {
        super(server);
    }

    @Test
    void writesALineForEachMessage() throws SQLException, IOException {
        bravo.execute("INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at, digest) VALUES"
                + " ('ALPHA', 7, date_trunc('hour', now()), 255), ('ALPHA', 8, date_trunc('hour', now()), NULL)");
        bravo.execute("INSERT INTO c4i.inbox SELECT 1, received_at, 'ALPHA', 7, " + TOPIC
                + ", 3, ARRAY['BRAVO', 'CHARLIE'], '" + CREATED
                + "', NULL, '', '', 'm' FROM c4i.inbox_key WHERE origin_sequence = 7");
        long sent = deliver(bravo, "BRAVO", "ALPHA", alpha);
        bravo.execute("UPDATE c4i.outbox SET topic_id = " + TOPIC);
        String hour = bravo.column("SELECT to_char(received_at AT TIME ZONE 'UTC',"
                        + " 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') FROM c4i.inbox_key")
                .getFirst();

        List<String> lines = export().lines().toList();

        assertThat(lines.subList(1, 3))
                .containsExactly(
                        "held\t7\t00000000000000ff\t" + hour + "\tS2 01 !\t" + CREATED + "\tBRAVO,CHARLIE",
                        "held\t8\t-\t" + hour + "\t-\t-\t-");
        assertThat(lines.get(3)).startsWith("sent\t" + sent + "\t").contains("\tdelivered\tS2 01 !\t20");
        assertThat(lines.get(4)).isEqualTo("end");
    }

    @Test
    void saysWhatEachDifferenceIsAbout() throws SQLException, IOException {
        bravo.execute("INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at, digest) VALUES"
                + " ('ALPHA', 7, now(), 255)");
        bravo.execute("INSERT INTO c4i.inbox SELECT 1, received_at, 'ALPHA', 7, 'S201', 3, ARRAY['BRAVO'], '" + CREATED
                + "', NULL, '', '', 'm' FROM c4i.inbox_key");
        deliver(bravo, "BRAVO", "ALPHA", alpha);
        bravo.execute("UPDATE c4i.delivery SET created_at = date_trunc('second', created_at);"
                + " UPDATE c4i.outbox SET created_at = date_trunc('second', created_at)");
        alpha.execute("DELETE FROM c4i.inbox_key");
        List<String> lines = export().lines().toList();
        String received = lines.get(1).split("\t", -1)[3];
        String created = lines.get(2).split("\t", -1)[5];
        List<String> about = new ArrayList<>();

        try (Connection console = open(alpha.console())) {
            BufferedReader file = new BufferedReader(new StringReader(String.join("\n", lines)));
            new HoldingsComparison(console, EdgeText.UTF_8, file, difference -> about.add(difference.about()))
                    .compare();
        }

        assertThat(about)
                .containsExactly("S201 of " + CREATED + " to BRAVO, received " + received, "S201 of " + created);
    }

    /** Otherwise a file with millions of differences would fill the memory. */
    @Test
    void tellsDifferencesBeforeItHasReadAllOfTheFile() throws SQLException, IOException {
        bravo.execute("INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at, digest)"
                + " SELECT 'ALPHA', n, now(), n FROM generate_series(1, 3000) AS n");
        int[] read = {0};
        List<Integer> readAtFirst = new ArrayList<>();
        BufferedReader file = new BufferedReader(new StringReader(export())) {
            @Override
            public String readLine() throws IOException {
                read[0]++;
                return super.readLine();
            }
        };

        try (Connection console = open(alpha.console())) {
            new HoldingsComparison(console, EdgeText.UTF_8, file, difference -> readAtFirst.add(read[0])).compare();
        }

        assertThat(readAtFirst).hasSize(3_000);
        assertThat(readAtFirst.getFirst()).isBetween(1_000, 1_010);
    }
}
