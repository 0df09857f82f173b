package org.c4igateway.dbbridge.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.c4igateway.dbbridge.jdbc.Rollback;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.c4igateway.dbbridge.jdbc.StorableText;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of final states: delivery rows, their summary, dead letters, positions; behind the fence.
 *
 * <p>It commits asynchronously: a crash of the server may undo the last fraction of a second, whose rows are then sent
 * again and recognised as duplicates. States, summary and positions go back together. Nothing outside the database is
 * told of this commit.
 */
final class RecordTransaction {
    private static final String TERM = "SELECT c4i.present_reading_term()::text";

    private final RecordTexts texts;
    private final Connection connection;
    private final long epoch;

    RecordTransaction(RecordTexts texts, Connection connection, long epoch) {
        this.texts = texts;
        this.connection = connection;
        this.epoch = epoch;
    }

    /** A state that was recorded before stays as it is. */
    void execute(List<DeliveryOutcome> outcomes, List<SavedPosition> positions) throws SQLException {
        try {
            execute(false, outcomes, positions);
        } catch (SQLException e) {
            if (!SqlFaults.isDuplicate(e)) {
                throw e;
            }
            execute(true, outcomes, positions);
        }
    }

    /** @param again whether some of the states may have been recorded before */
    private void execute(boolean again, List<DeliveryOutcome> outcomes, List<SavedPosition> positions)
            throws SQLException {
        connection.setAutoCommit(false);
        try {
            if (positions.isEmpty() && outcomes.stream().noneMatch(DeliveryOutcome::parks)) {
                insertAlone(again, outcomes);
            } else {
                begin();
                insert(
                        RecordTexts.states(again),
                        outcomes.stream().filter(o -> !o.parks()).toList());
                insert(
                        RecordTexts.PARKING,
                        onceEach(
                                outcomes.stream().filter(DeliveryOutcome::parks).toList()));
                save(positions);
                connection.commit();
            }
        } catch (SQLException | GatewayException e) {
            Rollback.after(e, connection);
            throw e;
        }
        connection.setAutoCommit(true);
    }

    private void begin() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(texts.begin())) {
            statement.setLong(1, epoch);
            statement.execute();
        }
    }

    private void insertAlone(boolean again, List<DeliveryOutcome> outcomes) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(texts.transaction(again))) {
            statement.setLong(1, epoch);
            bindStates(statement, 2, outcomes);
            statement.execute();
        }
    }

    private void insert(String sql, List<DeliveryOutcome> outcomes) throws SQLException {
        if (outcomes.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bindStates(statement, 1, outcomes);
            if (sql.equals(RecordTexts.PARKING)) {
                bindLetters(statement, outcomes);
            }
            statement.executeUpdate();
        }
    }

    /** @param first number of the first of seven parameters */
    private static void bindStates(PreparedStatement statement, int first, List<DeliveryOutcome> outcomes)
            throws SQLException {
        int n = outcomes.size();
        long[] created = new long[n];
        String[] states = new String[n];
        @Nullable String[] codes = new @Nullable String[n];
        String[] details = new String[n];
        @Nullable String[] findings = new @Nullable String[n];
        for (int i = 0; i < n; i++) {
            DeliveryOutcome outcome = outcomes.get(i);
            created[i] = SqlArrays.toMicros(outcome.message().createdAt());
            states[i] = outcome.state().label();
            ReasonCode code = outcome.code();
            codes[i] = code == null ? null : code.code();
            details[i] = StorableText.mended(outcome.detail());
            String finding = outcome.finding();
            findings[i] = finding == null ? null : StorableText.mended(finding);
        }
        SqlArrays.bind(statement, first, sequences(outcomes));
        SqlArrays.bind(statement, first + 1, created);
        SqlArrays.bind(statement, first + 2, destinations(outcomes));
        SqlArrays.bind(statement, first + 3, states);
        SqlArrays.bind(statement, first + 4, codes);
        SqlArrays.bind(statement, first + 5, details);
        SqlArrays.bind(statement, first + 6, findings);
    }

    private static long[] sequences(List<DeliveryOutcome> outcomes) {
        return outcomes.stream().mapToLong(o -> o.message().id().sequence()).toArray();
    }

    private static String[] destinations(List<DeliveryOutcome> outcomes) {
        return outcomes.stream().map(o -> o.destination().value()).toArray(String[]::new);
    }

    private static List<DeliveryOutcome> onceEach(List<DeliveryOutcome> outcomes) {
        Map<String, DeliveryOutcome> first = new LinkedHashMap<>();
        for (DeliveryOutcome outcome : outcomes) {
            first.putIfAbsent(outcome.message().id() + "/" + outcome.destination(), outcome);
        }
        return List.copyOf(first.values());
    }

    private static void bindLetters(PreparedStatement statement, List<DeliveryOutcome> outcomes) throws SQLException {
        SqlArrays.bind(statement, 8, sequences(outcomes));
        SqlArrays.bind(statement, 9, destinations(outcomes));
        SqlArrays.bind(
                statement,
                10,
                outcomes.stream()
                        .map(o -> o.message().id().origin().system().value())
                        .toArray(String[]::new));
        SqlArrays.bind(
                statement, 11, outcomes.stream().map(o -> o.message().topicId()).toArray(String[]::new));
        SqlArrays.bind(
                statement, 12, outcomes.stream().map(o -> o.message().payload()).toArray(byte[][]::new));
    }

    private void requireTerm(List<SavedPosition> positions) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(TERM)) {
            row.next();
            String present = row.getString(1);
            positions.forEach(saved -> JdbcOutbox.requireTerm(TermPosition.of(saved.position()), present));
        }
    }

    private void save(List<SavedPosition> positions) throws SQLException {
        if (positions.isEmpty()) {
            return;
        }
        requireTerm(positions);
        // Sorted, so that two threads lock rows in one order; of several for one row, the last.
        Map<String, SavedPosition> newest = new TreeMap<>();
        for (SavedPosition position : positions) {
            newest.put(position.destination() + "/" + position.precedence(), position);
        }
        List<SavedPosition> sorted = List.copyOf(newest.values());
        int n = sorted.size();
        String[] destinations = new String[n];
        short[] precedences = new short[n];
        String[] tokens = new String[n];
        for (int i = 0; i < n; i++) {
            destinations[i] = sorted.get(i).destination().value();
            precedences[i] = (short) sorted.get(i).precedence().code();
            tokens[i] = TermPosition.of(sorted.get(i).position())
                    .position()
                    .toReadPosition()
                    .token();
        }
        try (PreparedStatement statement = connection.prepareStatement(texts.positions())) {
            SqlArrays.bind(statement, 1, destinations);
            SqlArrays.bind(statement, 2, precedences);
            SqlArrays.bind(statement, 3, tokens);
            statement.executeUpdate();
        }
    }
}
