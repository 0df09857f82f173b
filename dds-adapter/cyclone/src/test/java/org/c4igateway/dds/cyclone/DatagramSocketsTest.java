package org.c4igateway.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import org.c4igateway.dds.api.UnsupportedSettingException;
import org.junit.jupiter.api.Test;

/** Which sockets get a mark, when other parts of the process open and close sockets as well. */
class DatagramSocketsTest {
    private static final int EXPEDITED = 184;

    private final DatagramSockets before = DatagramSockets.ofProcess();

    private static DatagramChannel bound() throws IOException {
        return DatagramChannel.open(StandardProtocolFamily.INET)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private static int mark(DatagramChannel channel) throws IOException {
        return channel.getOption(StandardSocketOptions.IP_TOS);
    }

    /** As a resolver that asks a name server. */
    @Test
    void leavesOutAConnectedSocket() throws IOException {
        try (DatagramChannel own = bound();
                DatagramChannel peer = bound();
                DatagramChannel resolver = bound().connect(peer.getLocalAddress())) {
            DatagramSockets.ofProcess().without(before).mark(EXPEDITED);

            assertThat(mark(own)).isEqualTo(EXPEDITED);
            assertThat(mark(resolver)).isZero();
        }
    }

    @Test
    void leavesOutASocketThatIsClosed() throws IOException {
        try (DatagramChannel own = bound()) {
            DatagramSockets sockets;
            try (DatagramChannel _ = bound()) {
                sockets = DatagramSockets.ofProcess().without(before);
            }

            sockets.mark(EXPEDITED);

            assertThat(mark(own)).isEqualTo(EXPEDITED);
        }
    }

    /** The system gives the number to what is opened next. */
    @Test
    void leavesOutWhoHasTheNumberOfASocketThatIsClosed() throws IOException {
        try (DatagramChannel own = bound()) {
            DatagramSockets sockets;
            try (DatagramChannel _ = bound()) {
                sockets = DatagramSockets.ofProcess().without(before);
            }
            try (DatagramChannel next = bound()) {
                sockets.mark(EXPEDITED);

                assertThat(mark(next)).isZero();
                assertThat(mark(own)).isEqualTo(EXPEDITED);
            }
        }
    }

    @Test
    void refusesWhenNoneIsLeft() throws IOException {
        DatagramSockets sockets;
        try (DatagramChannel _ = bound()) {
            sockets = DatagramSockets.ofProcess().without(before);
        }

        assertThatThrownBy(() -> sockets.mark(EXPEDITED)).isInstanceOf(UnsupportedSettingException.class);
    }
}
