package org.c4igateway.dbbridge.trail;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.c4igateway.dbbridge.trail.OperatorActions.Signature;
import org.c4igateway.dbbridge.trail.ReplayChoice.Source;

/**
 * Sends messages again. A row goes, as a new row, to the destinations that have not got it; a dead letter of what
 * arrived is put back before the inbox. What is done for one choice is one statement. Not thread-safe, blocks.
 */
public final class Replays {
    private static final String CHOICE = " => ?, ids => ?, topic => ?, since => ?, until => ?, code => ?, at_most => ?";
    private static final String OF_ROWS = ", letters => ?, again => ?, expired => ?";
    private static final String SIGNATURE = ", actor => ?, reason => ?";
    private static final int AFTER_CHOICE = 8;

    private final Connection connection;

    /** @param connection of a role that is member of c4i_console, or of a superuser; stays the caller's */
    public Replays(Connection connection) {
        this.connection = Objects.requireNonNull(connection);
    }

    /** @return what {@link #replay} would do, for each choice; changes nothing */
    public List<List<ReplayLine>> plan(List<ReplayChoice> choices) throws SQLException {
        List<List<ReplayLine>> parts = new ArrayList<>();
        for (ReplayChoice choice : choices) {
            try (PreparedStatement statement = connection.prepareStatement(sql(choice, "_plan", ""))) {
                bind(statement, choice);
                add(parts, statement);
            }
        }
        return parts;
    }

    /** @return what was done, and what was not with the reason, for each choice; the transaction is the caller's */
    public List<List<ReplayLine>> replay(List<ReplayChoice> choices, Signature signature) throws SQLException {
        List<List<ReplayLine>> parts = new ArrayList<>();
        for (ReplayChoice choice : choices) {
            try (PreparedStatement statement = connection.prepareStatement(sql(choice, "", SIGNATURE))) {
                int next = bind(statement, choice);
                statement.setString(next, signature.actor());
                statement.setString(next + 1, signature.reason());
                add(parts, statement);
            }
        }
        return parts;
    }

    /** A number that nothing has is said once, though each source has been asked for it. */
    private static void add(List<List<ReplayLine>> parts, PreparedStatement statement) throws SQLException {
        Set<OptionalLong> said = parts.stream()
                .flatMap(List::stream)
                .filter(line -> line.verdict() == ReplayVerdict.UNKNOWN)
                .map(ReplayLine::deadLetter)
                .collect(Collectors.toSet());
        parts.add(lines(statement).stream()
                .filter(line -> line.verdict() != ReplayVerdict.UNKNOWN || !said.contains(line.deadLetter()))
                .toList());
    }

    private static String sql(ReplayChoice choice, String ending, String further) {
        boolean arrived = choice.source() == Source.RECEIVED_LETTERS;
        return "SELECT * FROM c4i." + (arrived ? "readmit" : "replay") + ending + "("
                + (arrived ? "origin" : "destination") + CHOICE + (arrived ? "" : OF_ROWS) + further + ")";
    }

    /** @return number of the next parameter */
    private static int bind(PreparedStatement statement, ReplayChoice choice) throws SQLException {
        statement.setString(1, choice.system().orElse(null));
        if (choice.ids().isEmpty()) {
            statement.setNull(2, Types.ARRAY, "_int8");
        } else {
            SqlArrays.bind(
                    statement,
                    2,
                    choice.ids().stream().mapToLong(Long::longValue).toArray());
        }
        statement.setString(3, choice.topic().orElse(null));
        statement.setObject(4, choice.since().map(RowMapping::timestamp).orElse(null), Types.TIMESTAMP_WITH_TIMEZONE);
        statement.setObject(5, choice.until().map(RowMapping::timestamp).orElse(null), Types.TIMESTAMP_WITH_TIMEZONE);
        statement.setString(6, choice.code().orElse(null));
        statement.setInt(7, choice.atMost());
        if (choice.source() == Source.RECEIVED_LETTERS) {
            return AFTER_CHOICE;
        }
        statement.setBoolean(AFTER_CHOICE, choice.source() == Source.SENT_LETTERS);
        statement.setBoolean(AFTER_CHOICE + 1, choice.again());
        statement.setBoolean(AFTER_CHOICE + 2, choice.expired());
        return AFTER_CHOICE + 3;
    }

    private static List<ReplayLine> lines(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            List<ReplayLine> lines = new ArrayList<>();
            while (row.next()) {
                lines.add(new ReplayLine(
                        Optional.ofNullable(row.getString(1)).orElse(""),
                        RowMapping.maybe(row, 2),
                        Optional.ofNullable(row.getString(3)),
                        Optional.ofNullable(row.getString(4)),
                        row.getString(5),
                        Optional.ofNullable(row.getString(6)),
                        ReplayVerdict.of(row.getString(7)),
                        RowMapping.number(row, 8),
                        RowMapping.number(row, 9),
                        row.getLong(10)));
            }
            return lines;
        }
    }
}
