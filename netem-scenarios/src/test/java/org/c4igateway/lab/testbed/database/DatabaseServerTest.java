package org.c4igateway.lab.testbed.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.c4igateway.lab.testbed.FreePorts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseServerTest {
    /** Another server took the port after it was found free: it answered for the new one, which had ended. */
    @Test
    void leavesAPortToTheServerThatListensThere(@TempDir Path one, @TempDir Path two) throws Exception {
        Path binaries = Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg");
        try (DatabaseServer other = DatabaseServer.start(one, binaries)) {
            int taken = portOf(other.create("one"));
            int free = FreePorts.find(1).getFirst();
            List<Integer> ports = List.of(taken, free);
            try (DatabaseServer server = DatabaseServer.start(Home.in(two, two, binaries), Reach.LOCAL, ports)) {
                assertThat(portOf(server.create("two"))).isEqualTo(free);
                assertThat(other.answers()).isTrue();
            }
        }
    }

    private static int portOf(InterfaceDatabase database) {
        return Integer.parseInt(database.url().replaceAll(".*:(\\d+)/.*", "$1"));
    }
}
