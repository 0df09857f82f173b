package org.c4igateway.test.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Samples of a writer that was killed reach late readers of another implementation's language binding, through a
 * service that was killed too. Needs python3 with pip and access to a Python package index; otherwise skipped with the
 * reason.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class HistoryEndToEndTest extends HistoryFixture {
    private static final int DEPTH = 5;

    @ParameterizedTest
    @ValueSource(strings = {"transient", "persistent", "transient-local"})
    void givesLateReadersWhatAKilledWriterWroteAfterTheServiceWasKilled(String durability, TestDatabase database)
            throws IOException, InterruptedException, SQLException {
        HistoryProcess service = service(database, "A033: {writer: {durability-service: keep-last " + DEPTH + "}}");
        service.start();
        PythonPeer writer = peer(PARTITION, "write", "A033");
        write(writer, "A033", "ALPHA", 1, 12);
        write(writer, "A033", "BRAVO", 1, 3);
        awaitStored(database, "origin = 'ALPHA' AND sequence = 12", 1);
        awaitStored(database, "topic = 'A033'", DEPTH + 3);
        writer.close();
        service.kill();
        service.start();

        PythonPeer late = peer(HISTORY, "read", "A033", durability);

        List<String> samples = late.awaitSamples(DEPTH + 3);
        assertThat(of("ALPHA", samples)).isEqualTo(expected("ALPHA", 8, 12));
        assertThat(of("BRAVO", samples)).isEqualTo(expected("BRAVO", 1, 3));

        PythonPeer successor = peer(PARTITION, "write", "A033");
        write(successor, "A033", "ALPHA", 13, 14);
        assertThat(late.awaitSamples(DEPTH + 5))
                .as("what is written from then on, once, behind what was kept")
                .endsWith(expected("ALPHA", 13, 14).toArray(String[]::new))
                .hasSize(DEPTH + 5);
        assertThat(service.metric("c4i_history_readers", "topic=\"A033\"")).isEqualTo(1);
        assertThat(service.metric("c4i_history_samples", "topic=\"A033\"")).isEqualTo(DEPTH + 3);
    }

    /** Nodes read with the others, in the partition of the others: nothing comes to them twice, and nothing old. */
    @Test
    void leavesReadersBesideTheWritersAlone(TestDatabase database)
            throws IOException, InterruptedException, SQLException {
        service(database, "A033: {writer: {durability-service: keep-last 64}}").start();
        PythonPeer writer = peer(PARTITION, "write", "A033");
        PythonPeer present = peer(PARTITION, "read", "A033", "volatile");
        writer.awaitReaders("A033", 2);
        write(writer, "A033", "ALPHA", 1, 3);
        awaitStored(database, "topic = 'A033'", 3);
        writer.close();
        PythonPeer volatileInHistory = peer(HISTORY, "read", "A033", "volatile");
        PythonPeer successor = peer(PARTITION, "write", "A033");
        PythonPeer late = peer(PARTITION, "read", "A033", "volatile");
        successor.awaitReaders("A033", 3);

        write(successor, "A033", "BRAVO", 4, 6);

        assertThat(late.awaitSamples(3)).isEqualTo(expected("BRAVO", 4, 6));
        assertThat(volatileInHistory.awaitSamples(3)).isEqualTo(expected("BRAVO", 4, 6));
        present.awaitSamples(6);
        assertThat(of("ALPHA", present.samples())).isEqualTo(expected("ALPHA", 1, 3));
        assertThat(of("BRAVO", present.samples())).isEqualTo(expected("BRAVO", 4, 6));
    }

    @Test
    void storesWhatCameWhileTheDatabaseWasAwayAndHoldsNobodyUp()
            throws IOException, InterruptedException, SQLException {
        try (PostgresServer server = PostgresServer.start()) {
            HistoryProcess service = service(server.database(), "A033: {writer: {durability-service: keep-last 64}}");
            service.start();
            PythonPeer writer = peer(PARTITION, "write", "A033");
            write(writer, "A033", "ALPHA", 1, 2);
            PythonPeer present = peer(HISTORY, "read", "A033", "persistent");
            present.awaitSamples(2);

            server.kill();
            write(writer, "A033", "ALPHA", 3, 6);
            service.awaitWaiting();
            assertThat(present.samples()).as("nobody gets what is not stored").hasSize(2);
            server.startAgain();

            service.awaitUp();
            assertThat(present.awaitSamples(6)).isEqualTo(expected("ALPHA", 1, 6));
            assertThat(peer(HISTORY, "read", "A033", "persistent").awaitSamples(6))
                    .isEqualTo(expected("ALPHA", 1, 6));
            service.close();
        }
    }

    /** A restarted service is another writer of DDS, which gives readers that stayed the history once more. */
    @Test
    void catchesUpAfterItWasAwayAndLetsReadersTellWhatTheyHave(TestDatabase database)
            throws IOException, InterruptedException, SQLException {
        HistoryProcess service = service(database, "A033: {writer: {durability-service: keep-last 64}}");
        service.start();
        PythonPeer writer = peer(PARTITION, "write", "A033");
        write(writer, "A033", "ALPHA", 1, 3);
        PythonPeer stays = peer(HISTORY, "read", "A033", "transient");
        assertThat(stays.awaitSamples(3)).isEqualTo(expected("ALPHA", 1, 3));
        service.kill();
        writer.awaitReaders("A033", 0);
        write(writer, "A033", "ALPHA", 4, 5);

        service.start();

        awaitStored(database, "topic = 'A033'", 5);
        assertThat(service.metric("c4i_history_repeated_total", "topic=\"A033\""))
                .as("what the writer still holds and the history has")
                .isEqualTo(3);
        assertThat(peer(HISTORY, "read", "A033", "transient").awaitSamples(5)).isEqualTo(expected("ALPHA", 1, 5));
        assertThat(stays.awaitSamples(3 + 5).subList(3, 3 + 5)).isEqualTo(expected("ALPHA", 1, 5));
    }

    /** By default DDS disposes what a writer wrote when the writer ends, in order or not. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keepsWhatAWriterDisposesByEnding(boolean inOrder, TestDatabase database)
            throws IOException, InterruptedException, SQLException {
        HistoryProcess service = service(database, "A033: {writer: {durability-service: keep-last 64}}");
        service.start();
        PythonPeer writer = peer(PARTITION, "write-default", "A033");
        PythonPeer present = peer(PARTITION, "read", "A033", "volatile");
        writer.awaitReaders("A033", 2);
        write(writer, "A033", "ALPHA", 1, 3);
        awaitStored(database, "topic = 'A033'", 3);
        if (inOrder) {
            writer.end();
        } else {
            writer.close();
        }
        await("readers hear of the end")
                .atMost(PATIENCE)
                .until(() -> present.lines().contains("STATE ALPHA"));

        // Behind the end: another writer disposes, and that is forgotten.
        PythonPeer other = peer(PARTITION, "write", "A033");
        write(other, "A033", "BRAVO", 4, 4);
        awaitStored(database, "origin = 'BRAVO'", 1);
        other.dispose("A033", "BRAVO");
        awaitStored(database, "origin = 'BRAVO'", 0);

        awaitStored(database, "topic = 'A033'", 3);
        assertThat(peer(HISTORY, "read", "A033", "transient").awaitSamples(3)).isEqualTo(expected("ALPHA", 1, 3));
    }

    @Test
    void forgetsWhatIsDisposedAndTheInstanceWrittenLeastRecently(TestDatabase database)
            throws IOException, SQLException, InterruptedException {
        HistoryProcess service = service(database, "A033: {writer: {durability-service: keep-last 2 max-instances 2}}");
        service.start();
        PythonPeer writer = peer(PARTITION, "write", "A033");
        write(writer, "A033", "ALPHA", 1, 1);
        write(writer, "A033", "BRAVO", 2, 4);
        write(writer, "A033", "CHARLIE", 5, 5);
        awaitStored(database, "origin IN ('BRAVO', 'CHARLIE')", 3);
        awaitStored(database, "topic = 'A033'", 3);
        List<String> late = peer(HISTORY, "read", "A033", "persistent").awaitSamples(3);
        assertThat(of("BRAVO", late)).isEqualTo(expected("BRAVO", 3, 4));
        assertThat(of("CHARLIE", late)).isEqualTo(expected("CHARLIE", 5, 5));

        writer.dispose("A033", "BRAVO");

        awaitStored(database, "topic = 'A033'", 1);
        PythonPeer later = peer(HISTORY, "read", "A033", "persistent");
        write(writer, "A033", "DELTA", 6, 6);
        assertThat(later.awaitSamples(2))
                .isEqualTo(Stream.concat(expected("CHARLIE", 5, 5).stream(), expected("DELTA", 6, 6).stream())
                        .toList());
        assertThatTheReferenceNamesEveryMetric(service);
    }

    private static void assertThatTheReferenceNamesEveryMetric(HistoryProcess service)
            throws IOException, InterruptedException {
        String reference = Files.readString(Path.of("..", "docs", "reference", "metrics.md"));
        assertThat(service.metricNames("c4i_history_"))
                .hasSizeGreaterThan(5)
                .allSatisfy(name -> assertThat(reference).contains("`" + name + "`"));
    }

    @Test
    void keepsLessWhenItsBoundsWereMadeNarrower(TestDatabase database)
            throws IOException, InterruptedException, SQLException {
        HistoryProcess wide = service(database, "A033: {writer: {durability-service: keep-last 64}}");
        wide.start();
        PythonPeer writer = peer(PARTITION, "write", "A033");
        write(writer, "A033", "ALPHA", 1, 3);
        write(writer, "A033", "BRAVO", 4, 7);
        awaitStored(database, "topic = 'A033'", 7);
        writer.close();
        wide.kill();

        service(database, "A033: {writer: {durability-service: keep-last 2 max-instances 1}}")
                .start();

        awaitStored(database, "topic = 'A033'", 2);
        assertThat(peer(HISTORY, "read", "A033", "persistent").awaitSamples(2)).isEqualTo(expected("BRAVO", 6, 7));
    }

    @Test
    void keepsTransientTopicsAsLongAsItLivesAndNotInTheDatabase(TestDatabase database)
            throws IOException, InterruptedException, SQLException {
        HistoryProcess service = service(database, "A033: {writer: {durability: transient}}");
        service.start();
        PythonPeer writer = peer(PARTITION, "write", "A033", "A004");
        write(writer, "A033", "ALPHA", 1, 3);
        write(writer, "A004", "ALPHA", 7, 7);
        awaitStored(database, "topic = 'A004'", 1);
        writer.close();

        assertThat(peer(HISTORY, "read", "A033", "transient").awaitSamples(3)).isEqualTo(expected("ALPHA", 1, 3));
        awaitStored(database, "topic = 'A033'", 0);

        service.kill();
        service.start();
        PythonPeer late = peer(HISTORY, "read", "A033", "transient");
        PythonPeer successor = peer(PARTITION, "write", "A033");
        write(successor, "A033", "ALPHA", 4, 4);
        assertThat(late.awaitSamples(1)).isEqualTo(expected("ALPHA", 4, 4));
    }
}
