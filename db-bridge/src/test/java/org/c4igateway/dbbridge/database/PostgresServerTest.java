package org.c4igateway.dbbridge.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class PostgresServerTest {
    private static final Path OUTGOING_PORTS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    /**
     * Two test processes found the same port unused, among those that the system gives to whoever asks. The second used
     * the server of the first: it replaced its template, and lost its server when the first one ended.
     */
    @Test
    void listensOnAPortOfThisProcess(PostgresServer server) throws IOException {
        String outgoing = Files.readAllLines(OUTGOING_PORTS).getFirst();
        int firstOutgoing = Integer.parseInt(outgoing.substring(0, outgoing.indexOf('\t')));

        assertThat(server.port()).isLessThan(firstOutgoing);
    }
}
