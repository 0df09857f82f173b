import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.postgresql.PGConnection;

/**
 * Reads received messages on and on: {@code ReadOn.java POSITION-FILE [SECONDS]}. Prints a line for each. Needs
 * C4I_DB_URL, C4I_DB_USER and C4I_DB_PASSWORD.
 *
 * <p>It loses nothing: it says LISTEN first, then reads until nothing is left, then waits for a notification, SECONDS
 * at most (30), because notifications may be lost. It keeps its position after each message. When it is killed between
 * the two, that one message comes again; its identity (origin_system, origin_sequence) tells.
 */
class ReadOn {
    private static final String NEXT = """
            SELECT received_id, origin_system, origin_sequence, topic_id, precedence, payload
            FROM c4i.received WHERE received_id > ? ORDER BY received_id LIMIT 500
            """;

    private final Path file;
    private final int waitMillis;
    private long position;

    ReadOn(Path file, int waitMillis) throws IOException {
        this.file = file;
        this.waitMillis = waitMillis;
        this.position = Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
    }

    public static void main(String[] arguments) throws Exception {
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 30;
        ReadOn reader = new ReadOn(Path.of(arguments[0]), seconds * 1000);
        while (true) {
            try (Connection connection = connect()) {
                reader.follow(connection);
            } catch (SQLException e) {
                System.err.println("Connecting again in a second: " + e.getMessage());
                Thread.sleep(1000);
            }
        }
    }

    /** Directly to the server: LISTEN does not work through a transaction pool, nor on a standby. */
    private static Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.put("user", System.getenv("C4I_DB_USER"));
        properties.put("password", System.getenv("C4I_DB_PASSWORD"));
        properties.put("connectTimeout", "10");
        properties.put("socketTimeout", "60"); // a query on a dead network ends after a minute
        properties.put("targetServerType", "primary");
        return DriverManager.getConnection(System.getenv("C4I_DB_URL"), properties);
    }

    private void follow(Connection connection) throws SQLException, IOException {
        try (Statement listen = connection.createStatement();
                PreparedStatement next = connection.prepareStatement(NEXT)) {
            listen.execute("LISTEN c4i_received"); // before the first read, so that nothing falls between
            while (true) {
                while (readSome(next)) {}
                connection.unwrap(PGConnection.class).getNotifications(waitMillis);
            }
        }
    }

    private boolean readSome(PreparedStatement next) throws SQLException, IOException {
        boolean some = false;
        next.setLong(1, position);
        try (ResultSet row = next.executeQuery()) {
            while (row.next()) {
                handle(row);
                position = row.getLong("received_id");
                keepPosition();
                some = true;
            }
        }
        return some;
    }

    /** Yours: what is done with a message. It is done when this returns. */
    private static void handle(ResultSet row) throws SQLException {
        // One write for the whole line: printf writes piece by piece, and whoever is killed between two leaves half a
        // line.
        System.out.print("%d %s/%d %s %d %d bytes%n"
                .formatted(
                        row.getLong("received_id"),
                        row.getString("origin_system"),
                        row.getLong("origin_sequence"),
                        row.getString("topic_id"),
                        row.getInt("precedence"),
                        row.getBytes("payload").length));
        System.out.flush();
    }

    /** A file of its own, on the disk before it takes the old one's name: there is always a whole one. */
    private void keepPosition() throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(ByteBuffer.wrap((position + "\n").getBytes(StandardCharsets.US_ASCII)));
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
