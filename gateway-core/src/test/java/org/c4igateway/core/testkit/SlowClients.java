package org.c4igateway.core.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Connections that stay busy: each has sent the same beginning, and then sends one byte after the other or nothing. */
public final class SlowClients implements AutoCloseable {
    private static final int SMALLEST = 1024;
    private static final long PACE_MILLIS = 100;

    private final List<Socket> sockets = new ArrayList<>();
    private final ScheduledExecutorService pace = Executors.newSingleThreadScheduledExecutor();

    private SlowClients() {}

    /** @return clients that go on with a byte after each beginning, again and again */
    public static SlowClients drip(URI server, int count, String beginning) {
        SlowClients clients = new SlowClients();
        clients.open(server, count, beginning);
        var _ = clients.pace.scheduleWithFixedDelay(clients::drop, PACE_MILLIS, PACE_MILLIS, TimeUnit.MILLISECONDS);
        return clients;
    }

    /** @return clients that send this and do not read what comes back */
    public static SlowClients deaf(URI server, int count, String requests) {
        SlowClients clients = new SlowClients();
        clients.open(server, count, requests);
        return clients;
    }

    private void open(URI server, int count, String beginning) {
        try {
            for (int i = 0; i < count; i++) {
                Socket socket = new Socket();
                sockets.add(socket);
                socket.setReceiveBufferSize(SMALLEST);
                socket.connect(new InetSocketAddress(InetAddress.getByName(server.getHost()), server.getPort()));
                send(socket, beginning);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void drop() {
        for (Socket socket : sockets) {
            try {
                send(socket, "x");
            } catch (IOException e) {
                // The server has closed it, which it may.
            }
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    @Override
    public void close() {
        pace.shutdownNow();
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
