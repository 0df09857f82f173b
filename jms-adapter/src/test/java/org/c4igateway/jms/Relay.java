package org.c4igateway.jms;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Forwards TCP connections to a port, as fast as it is told, or drops what they carry. */
final class Relay implements AutoCloseable {
    private static final int PIECE_BYTES = 1_024;

    final AtomicBoolean silent = new AtomicBoolean();

    private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final int target;
    private final long nanosPerByte;

    /** One without a limit. */
    Relay(int target) throws IOException {
        this(target, Integer.MAX_VALUE);
    }

    /** @param bytesPerSecond in each direction of a connection */
    Relay(int target, int bytesPerSecond) throws IOException {
        this.target = target;
        this.nanosPerByte = TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    void cut() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        server.close();
        cut();
    }

    private void accept() {
        try {
            while (true) {
                Socket near = server.accept();
                sockets.add(near);
                Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(far);
                Thread.ofVirtual().start(() -> pump(near, far));
                Thread.ofVirtual().start(() -> pump(far, near));
            }
        } catch (IOException e) {
            // Closed: the test is over, or the target is away and the client tries again.
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[PIECE_BYTES];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (nanosPerByte > 0 && closed.await(read * nanosPerByte, TimeUnit.NANOSECONDS)) {
                    return;
                }
                if (!silent.get()) {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            // One side is gone; so is the other.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
