import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;

/**
 * Submits a message to named systems: {@code Submit.java TOPIC PRECEDENCE DESTINATION[,DESTINATION...] FILE}.
 * Prints its number. Needs C4I_DB_URL, C4I_DB_USER and C4I_DB_PASSWORD.
 */
class Submit {
    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection(
                        System.getenv("C4I_DB_URL"), System.getenv("C4I_DB_USER"), System.getenv("C4I_DB_PASSWORD"));
                PreparedStatement submit = connection.prepareStatement("SELECT c4i.submit(?, ?, ?, ?)")) {
            // In one transaction with your own tables, the message goes out if and only if your change does.
            connection.setAutoCommit(false);
            submit.setString(1, arguments[0]);
            submit.setInt(2, Integer.parseInt(arguments[1]));
            submit.setArray(3, connection.createArrayOf("text", arguments[2].split(",")));
            submit.setBytes(4, Files.readAllBytes(Path.of(arguments[3])));
            try (ResultSet row = submit.executeQuery()) {
                row.next();
                long number = row.getLong(1);
                connection.commit();
                System.out.println(number);
            }
        }
    }
}
