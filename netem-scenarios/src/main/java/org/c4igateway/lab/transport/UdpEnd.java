package org.c4igateway.lab.transport;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A payload in a datagram, never repeated: a floor for best effort. The answering end answers whom it heard last. */
final class UdpEnd implements End {
    private static final int PORT = 7_502;
    private static final int MAX_BYTES = 65_507;

    private final DatagramSocket socket;
    private final Consumer<byte[]> arrivals;
    private volatile @Nullable SocketAddress partner;

    private UdpEnd(DatagramSocket socket, @Nullable SocketAddress partner, Consumer<byte[]> arrivals) {
        this.socket = socket;
        this.partner = partner;
        this.arrivals = arrivals;
    }

    static UdpEnd open(EndSettings settings, Consumer<byte[]> arrivals) throws IOException {
        EndSettings.Place place = settings.place();
        UdpEnd end = settings.asks()
                ? new UdpEnd(
                        new DatagramSocket(new InetSocketAddress(place.address(), 0)),
                        new InetSocketAddress(place.partner(), PORT),
                        arrivals)
                : new UdpEnd(new DatagramSocket(new InetSocketAddress(place.address(), PORT)), null, arrivals);
        Thread.ofPlatform().daemon().name("udp").start(end::receive);
        return end;
    }

    private void receive() {
        DatagramPacket packet = new DatagramPacket(new byte[MAX_BYTES], MAX_BYTES);
        try {
            while (true) {
                packet.setLength(MAX_BYTES);
                socket.receive(packet);
                partner = packet.getSocketAddress();
                arrivals.accept(Arrays.copyOf(packet.getData(), packet.getLength()));
            }
        } catch (IOException e) {
            // closed
        }
    }

    @Override
    public void send(byte[] payload) throws IOException {
        SocketAddress to = partner;
        if (to != null) {
            socket.send(new DatagramPacket(payload, payload.length, to));
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
