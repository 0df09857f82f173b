package org.c4igateway.jms.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.c4igateway.core.transport.PeerAbsence.Reason;

/** Asks TCP why a broker cannot be connected to. */
public final class AddressProbe {
    /** Short, because the thread of a link waits for it. What takes longer was seen by the client library already. */
    private static final int PATIENCE_MILLIS = 250;

    private AddressProbe() {}

    /** @return what is wrong with the first address of a broker. Blocks for {@value #PATIENCE_MILLIS} ms at most */
    public static Reason ask(BrokerAddress broker) {
        TransportConfiguration first = broker.transports().getFirst();
        Object host = first.getParams().get("host");
        Object port = first.getParams().get("port");
        if (!(host instanceof String name) || !(port instanceof Integer number)) {
            return Reason.NO_CONNECTION;
        }
        InetSocketAddress address = new InetSocketAddress(name, number);
        if (address.isUnresolved()) {
            return Reason.UNKNOWN_HOST;
        }
        try (Socket socket = new Socket()) {
            socket.connect(address, PATIENCE_MILLIS);
            return Reason.HANDSHAKE;
        } catch (ConnectException e) {
            return Reason.NOTHING_LISTENS;
        } catch (SocketTimeoutException e) {
            return Reason.NO_ANSWER;
        } catch (IOException e) {
            return Reason.NO_ANSWER;
        }
    }
}
