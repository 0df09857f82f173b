package org.c4igateway.test.e2e.history;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.test.e2e.mesh.PythonProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A domain with services, writers and readers, which end with the test. Skipped, with the reason, without Python. */
abstract class HistoryFixture {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final String PARTITION = "EX-1";
    static final String HISTORY = "history/EX-1";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by the extension
    private Path directory;

    private final int domain = TestNetwork.domain();
    private final long start = TimeUnit.SECONDS.toNanos(Instant.now().getEpochSecond()) + 123_456_789;
    private final List<AutoCloseable> open = new ArrayList<>();
    private int peers;

    @BeforeEach
    void requirePython() throws InterruptedException {
        String problem = PythonProcess.PACKAGES.install();
        assumeTrue(problem.isEmpty(), problem);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    HistoryProcess service(TestDatabase database, String qos) throws IOException, SQLException {
        HistoryProcess service = new HistoryProcess(directory, database, domain, PARTITION, qos);
        open.add(service);
        return service;
    }

    PythonPeer peer(String partition, String... task) {
        PythonPeer peer = PythonPeer.start(directory.resolve("peer-" + peers++), domain, partition, task);
        open.add(peer);
        return peer;
    }

    /** Source times have the distance of a millisecond, and digits that a clock of microseconds would cut. */
    private long nanos(int number) {
        return start + number * 1_000_001L;
    }

    void write(PythonPeer writer, String topic, String origin, int first, int last) {
        for (int number = first; number <= last; number++) {
            writer.write(topic, origin, number, nanos(number));
        }
    }

    List<String> expected(String origin, int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(number -> origin + " " + number + " " + nanos(number) + " " + origin + "/" + number)
                .toList();
    }

    static List<String> of(String origin, List<String> samples) {
        return samples.stream().filter(line -> line.startsWith(origin + " ")).toList();
    }

    static void awaitStored(TestDatabase database, String where, long rows) {
        await("rows of " + where)
                .atMost(PATIENCE)
                .until(() -> database.number("SELECT count(*) FROM c4i.history_sample WHERE " + where) == rows);
    }
}
