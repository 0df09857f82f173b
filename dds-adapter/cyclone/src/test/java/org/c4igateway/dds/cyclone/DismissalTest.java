package org.c4igateway.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import org.c4igateway.dds.api.Guid;
import org.c4igateway.dds.api.contract.ContractDomain;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DismissalTest {
    private static final Guid LEFT = Guid.of(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 1, (byte) 0xc1});

    private final int domain = new ContractDomain("cyclone").id();

    /** All indexes that the library gives to the participants of a host: 0 to 119. */
    @ParameterizedTest
    @ValueSource(ints = {0, 99, 100, 119})
    void tellsEveryParticipantOfThisHost(int index) throws IOException {
        int port = 7_400 + 250 * domain + 10 + 2 * index;
        try (DatagramSocket participant = new DatagramSocket(port, InetAddress.getLoopbackAddress())) {
            participant.setSoTimeout((int) Duration.ofSeconds(20).toMillis());

            new Dismissal(ContractDomain.config(domain, Duration.ofSeconds(10))).tell(LEFT);

            DatagramPacket told = new DatagramPacket(new byte[200], 200);
            participant.receive(told);
            assertThat(Arrays.copyOf(told.getData(), 4)).isEqualTo(new byte[] {'R', 'T', 'P', 'S'});
        }
    }
}
