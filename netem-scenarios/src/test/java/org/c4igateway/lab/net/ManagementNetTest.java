package org.c4igateway.lab.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real namespaces; skipped with the reason where they cannot be made. */
@Tag("slow")
class ManagementNetTest {
    private static final int TESTBEDS = 4;

    private final List<String> hubs = new ArrayList<>();

    @AfterEach
    void remove() throws IOException {
        Namespaces.remove(hubs);
    }

    /** Of processes that start at the same moment; the ids make all of them begin with the same addresses. */
    @Test
    void givesTestbedsThatAreMadeAtOnceDifferentAddresses() throws Exception {
        Optional<String> obstacle = NetworkTestbed.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        List<Callable<ManagementNet>> makers = new ArrayList<>();
        for (int i = 0; i < TESTBEDS; i++) {
            String prefix =
                    Namespaces.PREFIX + "at-once" + ProcessHandle.current().pid() + "-" + i + "-";
            long id = 16L * (1_000_000L + ProcessHandle.current().pid() * TESTBEDS + i);
            hubs.add(prefix + "hub");
            makers.add(() -> ManagementNet.create(prefix, id));
        }

        List<String> addresses = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(TESTBEDS)) {
            for (Future<ManagementNet> made : threads.invokeAll(makers)) {
                addresses.add(made.get().address());
            }
        }

        assertThat(addresses).doesNotHaveDuplicates();
    }
}
