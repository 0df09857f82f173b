package org.c4igateway.cli.database.resync;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/** Stands before a database and loses the answer to one statement: the client sees its connection end. */
final class AnswerCut implements AutoCloseable {
    private static final Pattern PLACE = Pattern.compile("//([^/:]+):(\\d+)/");

    private final ServerSocket listener;
    private final String url;
    private final String statement;
    private final String host;
    private final int port;
    private volatile boolean cut;

    /** @param statement words by which the statement is known */
    AnswerCut(InterfaceDatabase database, String statement) throws IOException {
        Matcher place = PLACE.matcher(database.url());
        if (!place.find()) {
            throw new IllegalArgumentException("no host and port in " + database.url());
        }
        this.host = place.group(1);
        this.port = Integer.parseInt(place.group(2));
        this.statement = statement;
        this.listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        this.url = place.replaceFirst("//127.0.0.1:" + listener.getLocalPort() + "/");
        Thread.ofVirtual().name("answer-cut").start(this::serve);
    }

    String url() {
        return url;
    }

    private void serve() {
        try (Socket client = listener.accept();
                Socket server = new Socket(host, port)) {
            Thread requests = Thread.ofVirtual().start(() -> forward(client, server));
            InputStream answers = server.getInputStream();
            byte[] bytes = new byte[8192];
            for (int n = answers.read(bytes); n >= 0 && !cut; n = answers.read(bytes)) {
                client.getOutputStream().write(bytes, 0, n);
            }
            client.shutdownOutput();
            requests.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forward(Socket client, Socket server) {
        byte[] bytes = new byte[8192];
        try {
            for (int n = client.getInputStream().read(bytes);
                    n >= 0;
                    n = client.getInputStream().read(bytes)) {
                cut |= new String(bytes, 0, n, StandardCharsets.ISO_8859_1).contains(statement);
                server.getOutputStream().write(bytes, 0, n);
            }
        } catch (IOException _) {
            // the connection has ended
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
