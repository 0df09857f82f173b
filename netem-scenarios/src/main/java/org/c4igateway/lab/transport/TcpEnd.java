package org.c4igateway.lab.transport;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Payloads behind their lengths in one connection, sent without delay (TCP_NODELAY): a floor for what is reliable. The
 * answering end takes one connection after another.
 */
final class TcpEnd implements End {
    private static final int PORT = 7_501;
    private static final int LENGTH_BYTES = 4;
    private static final int MAX_BYTES = 1 << 23;

    private final @Nullable ServerSocket server;
    private final Consumer<byte[]> arrivals;
    private volatile @Nullable Socket socket;

    private TcpEnd(@Nullable ServerSocket server, Consumer<byte[]> arrivals) {
        this.server = server;
        this.arrivals = arrivals;
    }

    static TcpEnd open(EndSettings settings, Consumer<byte[]> arrivals) throws IOException {
        TcpEnd end = new TcpEnd(
                settings.asks()
                        ? null
                        : new ServerSocket(
                                PORT, 1, InetAddress.getByName(settings.place().address())),
                arrivals);
        if (settings.asks()) {
            Socket connection = new Socket();
            connection.connect(new InetSocketAddress(settings.place().partner(), PORT), 10_000);
            end.use(connection);
        }
        Thread.ofPlatform().daemon().name("tcp").start(end::receive);
        return end;
    }

    private void use(Socket connection) throws IOException {
        connection.setTcpNoDelay(true);
        socket = connection;
    }

    private void receive() {
        ServerSocket accepting = server;
        Socket connected = socket;
        if (accepting == null && connected != null) {
            readAll(connected);
        }
        while (accepting != null && !accepting.isClosed()) {
            try {
                Socket next = accepting.accept();
                use(next);
                readAll(next);
            } catch (IOException e) {
                // closed, or a connection that ended before it was taken
            }
        }
    }

    private void readAll(Socket connected) {
        try (connected) {
            read(new DataInputStream(new BufferedInputStream(connected.getInputStream(), 1 << 16)));
        } catch (IOException e) {
            // closed by either side: what waits for an answer notices
        }
    }

    private void read(DataInputStream in) throws IOException {
        while (true) {
            int length = in.readInt();
            if (length < 0 || length > MAX_BYTES) {
                throw new EOFException("not a length: " + length);
            }
            byte[] payload = new byte[length];
            in.readFully(payload);
            arrivals.accept(payload);
        }
    }

    @Override
    public void send(byte[] payload) throws IOException {
        Socket connected = socket;
        if (connected != null) {
            ByteBuffer frame = ByteBuffer.allocate(LENGTH_BYTES + payload.length)
                    .putInt(payload.length)
                    .put(payload);
            connected.getOutputStream().write(frame.array());
        }
    }

    @Override
    public void close() throws IOException {
        if (server != null) {
            server.close();
        }
        Socket connected = socket;
        if (connected != null) {
            connected.close();
        }
    }
}
