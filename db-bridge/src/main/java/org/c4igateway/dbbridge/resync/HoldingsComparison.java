package org.c4igateway.dbbridge.resync;

import java.io.BufferedReader;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.jdbc.Rollback;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.c4igateway.dbbridge.resync.HoldingsDifference.Kind;
import org.c4igateway.dbbridge.resync.HoldingsLine.Held;
import org.c4igateway.dbbridge.resync.HoldingsLine.Sent;
import org.jspecify.annotations.Nullable;

/**
 * Compares another system's {@link HoldingsExport} with this database: both are read once, in order of numbers, and
 * compared. Reads only.
 */
public final class HoldingsComparison {
    private static final int LOOKED_UP_AT_ONCE = 1_000;
    private static final String IN_OUTBOX =
            "SELECT sequence FROM c4i.outbox WHERE sequence = ANY (?) AND ? = ANY (destinations)";
    private static final String IN_INBOX =
            "SELECT origin_sequence FROM c4i.inbox_key WHERE origin_sequence = ANY (?) AND origin_system = ?";

    private final Connection connection;
    private final EdgeText edge;
    private final BufferedReader file;
    private final Consumer<HoldingsDifference> found;
    private final List<HoldingsDifference> unsure = new ArrayList<>();
    private @Nullable HoldingsLine line;

    /**
     * @param connection of a role that is member of c4i_console, or of a superuser; stays the caller's
     * @param edge encoding of the payloads; with another than UTF-8 the role is member of c4i_bridge as well
     * @param file what the other system exported; stays the caller's
     * @param found gets each difference, in order
     */
    public HoldingsComparison(
            Connection connection, EdgeText edge, BufferedReader file, Consumer<HoldingsDifference> found) {
        this.connection = Objects.requireNonNull(connection);
        this.edge = Objects.requireNonNull(edge);
        this.file = Objects.requireNonNull(file);
        this.found = Objects.requireNonNull(found);
    }

    /**
     * @return the header of the file
     * @throws IOException when the file cannot be read, is not complete, or is for another system
     */
    public HoldingsHeader compare() throws IOException, SQLException {
        HoldingsHeader header = HoldingsHeader.read(file);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
            requireOwn(statement, header);
            advance();
            try (HoldingsRows mine = HoldingsRows.sent(connection, header.holder(), header.since(), edge)) {
                compareSent(mine, header);
            }
            try (HoldingsRows mine = HoldingsRows.held(connection, header.holder(), header.since())) {
                compareReceived(mine, header);
            }
            if (line != null) {
                throw new IOException("the file is out of order at " + line.text());
            }
        } catch (SQLException | IOException | RuntimeException e) {
            Rollback.after(e, connection);
            throw e;
        }
        connection.rollback();
        connection.setAutoCommit(true);
        return header;
    }

    private static void requireOwn(Statement statement, HoldingsHeader header) throws SQLException, IOException {
        try (ResultSet row = statement.executeQuery("SELECT system_name FROM c4i.node")) {
            String own = row.next() ? row.getString(1) : "";
            if (!own.equals(header.of().value())) {
                throw new IOException("the file lists the messages that " + header.holder() + " has of " + header.of()
                        + "; this database belongs to " + (own.isEmpty() ? "no system yet" : own));
            }
        }
    }

    /** What was sent from here against what was received there. */
    private void compareSent(HoldingsRows rows, HoldingsHeader header) throws IOException, SQLException {
        HoldingsLine mine = rows.next();
        while (mine != null || line instanceof Held) {
            if (line instanceof Held held && (mine == null || held.sequence() < mine.sequence())) {
                if (!held.receivedAt().isBefore(header.since())) {
                    doubt(Kind.NOT_IN_OUTBOX, held, IN_OUTBOX, header.holder());
                }
                advance();
            } else if (mine instanceof Sent sent) {
                boolean there = line instanceof Held held && held.sequence() == sent.sequence();
                if (sent.isDelivered() && !there) {
                    found.accept(difference(Kind.LOST_THERE, sent));
                } else if (there) {
                    if (sent.isDelivered() && differ(sent, Objects.requireNonNull(line))) {
                        found.accept(difference(Kind.OTHER_CONTENT, sent));
                    }
                    advance();
                }
                mine = rows.next();
            }
        }
        settleDoubts(IN_OUTBOX, header.holder());
    }

    /** What was sent from there against what was received here. */
    private void compareReceived(HoldingsRows rows, HoldingsHeader header) throws IOException, SQLException {
        HoldingsLine mine = rows.next();
        while (line instanceof Sent sent) {
            if (mine != null && mine.sequence() < sent.sequence()) {
                mine = rows.next();
                continue;
            }
            boolean here = mine != null && mine.sequence() == sent.sequence();
            if (sent.isDelivered() && !here) {
                doubt(Kind.LOST_HERE, sent, IN_INBOX, header.holder());
            } else if (sent.isDelivered() && mine != null && differ(sent, mine)) {
                found.accept(difference(Kind.OTHER_CONTENT_HERE, sent));
            }
            advance();
        }
        settleDoubts(IN_INBOX, header.holder());
    }

    private static boolean differ(HoldingsLine one, HoldingsLine other) {
        Long first = one.digest();
        Long second = other.digest();
        return first != null && second != null && !first.equals(second);
    }

    /** The row may only lie before the time from which both sides are read. */
    private void doubt(Kind kind, HoldingsLine what, String lookup, SystemName other) throws SQLException {
        unsure.add(difference(kind, what));
        if (unsure.size() >= LOOKED_UP_AT_ONCE) {
            settleDoubts(lookup, other);
        }
    }

    private void settleDoubts(String lookup, SystemName other) throws SQLException {
        Set<Long> known = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(lookup)) {
            SqlArrays.bind(
                    statement,
                    1,
                    unsure.stream().mapToLong(HoldingsDifference::sequence).toArray());
            statement.setString(2, other.value());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    known.add(row.getLong(1));
                }
            }
        }
        unsure.stream()
                .filter(holdingsDifference -> !known.contains(holdingsDifference.sequence()))
                .forEach(found);
        unsure.clear();
    }

    private void advance() throws IOException {
        String text = file.readLine();
        if (text == null) {
            throw new IOException("the file is incomplete; export it again");
        }
        try {
            line = text.equals(HoldingsExport.END) ? null : HoldingsLine.of(text);
        } catch (RuntimeException e) {
            throw new IOException("a damaged line: " + e.getMessage(), e);
        }
    }

    private static HoldingsDifference difference(Kind kind, HoldingsLine what) {
        String about = switch (what) {
            case Held held ->
                held.topicId() + " of " + held.createdAt() + " to " + held.destinations() + ", received "
                        + held.receivedAt();
            case Sent sent -> sent.topicId() + " of " + sent.createdAt();
        };
        return new HoldingsDifference(kind, what.sequence(), about);
    }
}
