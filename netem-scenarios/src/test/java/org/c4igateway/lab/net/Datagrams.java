package org.c4igateway.lab.net;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A process that sends datagrams at a steady pace. */
final class Datagrams {
    private static final int PORT = 9_999;

    private Datagrams() {}

    /** Sends from one host to an address and waits until all are sent. */
    static void send(Host from, String to, int count, int bytes, long intervalNanos)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(from.enter());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx32m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Datagrams.class.getName(), to, "" + count, "" + bytes, "" + intervalNanos));
        Process process = new ProcessBuilder(command).inheritIO().start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException("the sender failed");
        }
    }

    public static void main(String[] arguments) throws IOException {
        int count = Integer.parseInt(arguments[1]);
        byte[] payload = new byte[Integer.parseInt(arguments[2])];
        long interval = Long.parseLong(arguments[3]);
        DatagramPacket packet = new DatagramPacket(payload, payload.length, InetAddress.getByName(arguments[0]), PORT);
        try (DatagramSocket socket = new DatagramSocket()) {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                long due = start + i * interval;
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                socket.send(packet);
            }
        }
    }
}
