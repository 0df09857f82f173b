package org.c4igateway.cli.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.c4igateway.cli.base.Stopwatch;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/**
 * The last part of the demonstration: the first system publishes one message with Hangul and names no destination. The
 * node of the last system serves a C4I server that keeps its text in CP949, the others keep UTF-8.
 */
final class DemoPublication {
    private static final String ENCODING = "MS949";
    private static final Charset CP949 = Charset.forName("x-windows-949");
    private static final String TEXT = "MSGID/SITREP/1DIV/001//\nGENTEXT/REMARKS/적 전차 3대 남하//\n";

    private final Mesh mesh;
    private final Duration patience;

    DemoPublication(Mesh mesh, Duration patience) {
        this.mesh = mesh;
        this.patience = patience;
    }

    /**
     * What arrived.
     *
     * @param subscribers one line each
     * @param passed whether each of them has the same text, in the encoding that it keeps
     */
    record Result(List<String> subscribers, boolean passed) {
        Result {
            subscribers = List.copyOf(subscribers);
        }

        void print(PrintWriter out) {
            out.println("published without destinations: " + String.join(", ", subscribers));
        }
    }

    /** The nodes reach each other already. In the end the last one keeps CP949. */
    Result run() throws IOException, SQLException, InterruptedException {
        List<String> systems = mesh.systems();
        NodeProcess last = mesh.node(systems.getLast());
        last.stop();
        last.start("-Dc4i.encoding=" + ENCODING);
        awaitAll();
        long sequence = publish(systems.getFirst());
        Stopwatch watch = new Stopwatch();
        List<String> shown = new ArrayList<>();
        boolean passed = true;
        for (String system : systems.subList(1, systems.size())) {
            Charset kept = system.equals(systems.getLast()) ? CP949 : StandardCharsets.UTF_8;
            Optional<byte[]> payload = awaitReceived(system, sequence, watch);
            boolean same = payload.map(bytes -> Arrays.equals(bytes, TEXT.getBytes(kept)))
                    .orElse(false);
            passed &= same;
            shown.add(
                    system + " " + payload.map(bytes -> bytes.length + " bytes").orElse("nothing")
                            + (same ? " of " + (kept.equals(CP949) ? "CP949" : "UTF-8") : ", NOT AS PUBLISHED"));
        }
        return new Result(shown, passed);
    }

    /** The last node keeps UTF-8 again. */
    void restore() throws IOException, InterruptedException {
        NodeProcess last = mesh.node(mesh.systems().getLast());
        last.stop();
        last.start();
        awaitAll();
    }

    private void awaitAll() throws IOException, InterruptedException {
        for (String system : mesh.systems()) {
            mesh.node(system).awaitActive(patience, true);
        }
    }

    private long publish(String system) throws SQLException {
        Topic topic = TopicCatalogue.reference().topics().stream()
                .filter(Topic::reliable)
                .findFirst()
                .orElseThrow();
        try (Connection connection = mesh.database(system).openApp();
                PreparedStatement statement = connection.prepareStatement("SELECT c4i.publish_text(?, 3, ?)")) {
            statement.setString(1, topic.id());
            statement.setString(2, TEXT);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** @return the payload as it is in the inbox; empty when it did not come in time */
    private Optional<byte[]> awaitReceived(String system, long sequence, Stopwatch watch)
            throws SQLException, InterruptedException {
        try (Connection connection = mesh.database(system).openApp();
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT payload FROM c4i.received WHERE origin_system = ? AND origin_sequence = ?")) {
            statement.setString(1, mesh.systems().getFirst());
            statement.setLong(2, sequence);
            while (true) {
                try (ResultSet row = statement.executeQuery()) {
                    if (row.next()) {
                        return Optional.of(row.getBytes(1));
                    }
                }
                if (watch.elapsed().compareTo(patience) > 0) {
                    return Optional.empty();
                }
                Pause.shortly();
            }
        }
    }
}
