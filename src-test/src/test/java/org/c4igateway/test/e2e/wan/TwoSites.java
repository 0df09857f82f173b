package org.c4igateway.test.e2e.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.testbed.MeshAccount;
import org.c4igateway.lab.testbed.WanSites;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.load.LoadRun;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.c4igateway.test.process.TestJava;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two sites with a database, a node and a gateway each, in network namespaces, for the tests of a class. */
abstract class TwoSites {
    static final Duration PATIENCE = Duration.ofMinutes(2);
    static final long RATE = 512_000;
    static final int MESSAGES = 60;
    /** Fewer than are submitted at once, so that an outage fills it. */
    private static final int QUEUE = 40;

    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by the extension
    private static Path journals;

    @SuppressWarnings("NullAway.Init") // set before all tests, which are skipped otherwise
    static WanSites sites;

    @SuppressWarnings("NullAway.Init")
    static MessageLoad load;

    private static long seed;

    private final List<MeshAccount> accounts = new ArrayList<>();

    /** Six processes start one after the other: their patience counts, not that of one test. */
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void open() throws IOException, SQLException, InterruptedException {
        Namespaces.require();
        load = MessageLoad.read(Path.of("..", "samples"), CATALOGUE);
        String journal = "journal: {directory: " + journals + "}";
        String queue = "queue: {messages: " + QUEUE + "}";
        sites = WanSites.open(
                1, new WanSites.Options(RATE + "bit", true, List.of(journal, queue)), TestJava.quickStart());
        sites.startGateways(PATIENCE);
        sites.mesh().start(Transports.DDS, PATIENCE);
    }

    @AfterAll
    static void close() throws IOException {
        if (sites != null) {
            sites.close();
        }
    }

    @BeforeEach
    void clear() throws IOException {
        sites.link().impair(Impairment.ofRate(RATE));
    }

    @AfterEach
    void closeAccounts() {
        accounts.forEach(MeshAccount::close);
    }

    /** Watches the databases from now to the end of the test. */
    MeshAccount openAccount() throws SQLException {
        MeshAccount account = MeshAccount.open(sites.mesh(), CATALOGUE);
        accounts.add(account);
        return account;
    }

    static void submitBothWays() throws SQLException, InterruptedException {
        List<String> systems = sites.mesh().systems();
        for (String system : systems) {
            List<String> others =
                    systems.stream().filter(other -> !other.equals(system)).toList();
            LoadRun run = new LoadRun(sites.mesh().database(system), others, new AtomicLong());
            run.submit(load.samples(), Duration.ZERO);
            run.submit(load.generate(MESSAGES, ++seed), Duration.ZERO);
        }
    }

    static void assertDelivered(MeshAccount account, String what) throws SQLException, InterruptedException {
        assertThat(account.settle(PATIENCE, pending -> {}))
                .as("everything has a final state: " + what)
                .isTrue();
        AuditResult result = account.audit(Instant.EPOCH);
        assertThat(result.report()).as(what).isEmpty();
        assertThat(result.counts().delivered())
                .as(what)
                .isEqualTo(result.counts().reliable())
                .isPositive();
    }
}
