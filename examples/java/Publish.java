import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;

/**
 * Publishes a message to whoever subscribes to its topic: {@code Publish.java TOPIC PRECEDENCE FILE}. Prints its
 * number. Needs C4I_DB_URL, C4I_DB_USER and C4I_DB_PASSWORD.
 */
class Publish {
    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection(
                        System.getenv("C4I_DB_URL"), System.getenv("C4I_DB_USER"), System.getenv("C4I_DB_PASSWORD"));
                PreparedStatement publish = connection.prepareStatement("SELECT c4i.publish(?, ?, ?)")) {
            publish.setString(1, arguments[0]);
            publish.setInt(2, Integer.parseInt(arguments[1]));
            publish.setBytes(3, Files.readAllBytes(Path.of(arguments[2])));
            try (ResultSet row = publish.executeQuery()) {
                row.next();
                System.out.println(row.getLong(1));
            }
        }
    }
}
