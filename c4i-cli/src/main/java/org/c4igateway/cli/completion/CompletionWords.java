package org.c4igateway.cli.completion;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.database.DatabaseOptions;
import org.c4igateway.cli.database.DatabaseSession;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.ScenarioException;
import org.c4igateway.lab.scenario.Scenarios;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/** Names that a shell may complete. A source that does not answer gives none, without an error. */
final class CompletionWords {
    /** Systems that the interface database knows: where rows went, where some came from, and who subscribes. */
    private static final String SYSTEMS = """
            SELECT destination FROM c4i.ledger_summary WHERE destination <> 'NOBODY'
            UNION SELECT origin_system FROM c4i.inbox_ledger
            UNION SELECT system FROM c4i.subscriber
            ORDER BY 1
            """;

    private CompletionWords() {}

    static List<String> topics() {
        return TopicCatalogue.reference().topics().stream().map(Topic::id).toList();
    }

    static List<String> scenarios() {
        try {
            return directory().isEmpty() ? List.of() : inDirectory().names();
        } catch (IOException | ScenarioException e) {
            return List.of();
        }
    }

    /** Cells of all scenarios; one that cannot be read adds none. */
    static List<String> cells() {
        TreeSet<String> names = new TreeSet<>();
        scenarios().forEach(scenario -> names.addAll(cellsOf(scenario)));
        return List.copyOf(names);
    }

    private static List<String> cellsOf(String scenario) {
        try {
            return inDirectory().read(scenario).cells().stream().map(Cell::name).toList();
        } catch (IOException | ScenarioException e) {
            return List.of();
        }
    }

    static List<String> systems(DatabaseOptions database) {
        List<String> names = new ArrayList<>();
        try (Connection connection = DatabaseSession.open(database.requiredAddress());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SYSTEMS)) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        } catch (CommandException | SQLException e) {
            return List.of();
        }
        return names;
    }

    private static List<Path> directory() {
        Path path = Path.of(System.getProperty("c4i.home", "."), "netem-scenarios", "scenarios");
        return Stream.of(path).filter(Files::isDirectory).toList();
    }

    private static Scenarios inDirectory() throws IOException, ScenarioException {
        return Scenarios.in(directory().getFirst());
    }
}
