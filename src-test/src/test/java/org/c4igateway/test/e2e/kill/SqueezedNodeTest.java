package org.c4igateway.test.e2e.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Nodes to which the kernel gives little memory and little of a processor. Skipped where it has no control groups. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class SqueezedNodeTest {
    private static final Logger LOG = LoggerFactory.getLogger(SqueezedNodeTest.class);
    private static final int LOAD = 300;
    private static final long MEBIBYTE = 1L << 20;
    /** What docs/sizing.md says that the chart gives to a node. */
    private static final long OF_CHART = 512 * MEBIBYTE;

    private static final long TOO_LITTLE = 96 * MEBIBYTE;
    private static final int TENTH = 10;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    /** Of a process that ended by SIGKILL. */
    private static final int KILLED = 137;

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final List<ControlGroup> groups = new ArrayList<>();
    private final PostgresServer server;

    SqueezedNodeTest(PostgresServer server) {
        this.server = server;
    }

    @AfterEach
    void stopNodes() throws IOException {
        logs.closeAll();
        for (ControlGroup group : groups) {
            group.close();
        }
    }

    private ControlGroup group(String name) {
        ControlGroup group = ControlGroup.require(name);
        groups.add(group);
        return group;
    }

    @ParameterizedTest
    @EnumSource(names = {"JMS", "DDS"})
    void deliversAllWithTheMemoryOfTheChartAndATenthOfACore(Middleware middleware) throws Exception {
        ControlGroup ofAlpha = group("alpha");
        ControlGroup ofBravo = group("bravo");
        TestMesh testMesh = logs.show(TestMesh.pair("squeezed", middleware, server))
                .enter("ALPHA", ofAlpha.enter())
                .enter("BRAVO", ofBravo.enter());
        for (ControlGroup group : groups) {
            group.limitMemory(OF_CHART);
        }
        testMesh.start();
        for (ControlGroup group : groups) {
            group.limitProcessor(TENTH);
        }

        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 1), "BRAVO");
        testMesh.server("BRAVO").submitAll(Samples.load(LOAD, 2), "ALPHA");
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");

        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("BRAVO", "ALPHA");
        for (ControlGroup group : groups) {
            assertThat(group.throttled()).as("the limit was felt").isPositive();
            assertThat(group.killed()).isZero();
        }
        LOG.info("periods of waiting: {} of ALPHA, {} of BRAVO", ofAlpha.throttled(), ofBravo.throttled());
    }

    /** Something else in its group takes the memory, while rows are under way. */
    @ParameterizedTest
    @ValueSource(strings = {"ALPHA", "BRAVO"})
    void losesAndDoublesNothingWhenTheKernelKills(String name) throws Exception {
        ControlGroup group = group("victim");
        group.limitMemory(OF_CHART);
        TestMesh testMesh = logs.show(TestMesh.pair("out-of-memory-" + name, Middleware.JMS, server))
                .enter(name, group.enter())
                .start();
        TestNodeProcess victim = testMesh.node(name);
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 3), "BRAVO");

        takeMemory(group);

        assertThat(victim.awaitExit()).isEqualTo(KILLED);
        assertThat(group.killed()).isPositive();
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 4), "BRAVO");
        testMesh.enter(name, List.of()).node(name).start();
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    void keepsTheRowsOfANodeThatCannotStartWithSoLittleMemory() throws Exception {
        ControlGroup group = group("little");
        TestMesh testMesh =
                logs.show(TestMesh.pair("too-little", Middleware.JMS, server)).start();
        testMesh.node("BRAVO").kill();
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 5), "BRAVO");
        group.limitMemory(TOO_LITTLE);
        TestNodeProcess little = testMesh.enter("BRAVO", group.enter()).node("BRAVO");

        assertThat(little.start().awaitExit()).isEqualTo(KILLED);

        assertThat(group.killed()).isPositive();
        assertThat(testMesh.server("ALPHA").pending()).isPositive();
        testMesh.enter("BRAVO", List.of()).node("BRAVO").start();
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    /** Files in memory count for the group, and the kernel kills its largest process for them: the node. */
    private static void takeMemory(ControlGroup group) throws IOException {
        long room = Files.getFileStore(SHARED_MEMORY).getUsableSpace();
        assumeTrue(room > 2 * OF_CHART, () -> "too little room for files in memory: " + room + " bytes");
        Path filler = Files.createTempFile(SHARED_MEMORY, "c4i", ".filler");
        try {
            List<String> words = new ArrayList<>(group.enter());
            words.addAll(List.of("head", "-c", Long.toString(2 * OF_CHART), "/dev/zero"));
            new ProcessBuilder(words)
                    .redirectOutput(filler.toFile())
                    .start()
                    .onExit()
                    .join();
        } finally {
            Files.delete(filler);
        }
    }
}
