package org.c4igateway.dbbridge.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.jdbc.LongTransaction;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.c4igateway.dbbridge.jdbc.SqlCall;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.c4igateway.dbbridge.shard.Shard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outbox in PostgreSQL, read by transaction snapshots (see {@link SnapshotPosition}): insert only, late commits
 * never missed, nothing waits for a long transaction. Thread-safe. Each call takes one connection of the pool.
 *
 * <p>Each time the node becomes active, reading starts from {@link #positions}, because a failover may have lost what
 * memory believes. A position kept in memory over a crash of the server is refused as fenced (see
 * {@link TermPosition}), in {@link #fetch} and in {@link #record}.
 */
public final class JdbcOutbox implements Outbox {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcOutbox.class);
    /** A read that takes longer looks at too many rows of other destinations. */
    private static final int MAX_SECONDS = 1;
    /** So many rows one read looks at then. */
    private static final int MAX_LOOKS = 100_000;

    private static final String CANCELLED = "57014";

    private final DataSource dataSource;
    private final LongSupplier epoch;
    private final Shard shard;
    private final FetchTexts reading;
    private final RecordTexts recording;
    private final RowDecoder decoder;
    private final int maxLooks;
    private final FarBehind farBehind;
    private volatile OpenDays openDays = OpenDays.UNKNOWN;

    /**
     * @param dataSource pool; stays the caller's
     * @param epoch epoch under which this node last became active
     * @param self system whose outbox this is
     */
    public JdbcOutbox(DataSource dataSource, LongSupplier epoch, SystemName self) {
        this(dataSource, epoch, self, Shard.WHOLE, Set.of());
    }

    /**
     * @param shard whose rows are read, behind whose fence states and positions are recorded
     * @param knownTopics topics that most rows have; those of other topics are read, too, at a higher cost
     */
    public JdbcOutbox(
            DataSource dataSource, LongSupplier epoch, SystemName self, Shard shard, Set<String> knownTopics) {
        this(dataSource, epoch, self, new FetchTexts(shard, knownTopics), MAX_LOOKS, new FarBehind());
    }

    /** @param maxLooks rows that all requests of a read together look at when a destination is far behind */
    JdbcOutbox(
            DataSource dataSource,
            LongSupplier epoch,
            SystemName self,
            FetchTexts reading,
            int maxLooks,
            FarBehind farBehind) {
        this.shard = reading.shard();
        this.reading = reading;
        this.recording = new RecordTexts(shard);
        this.maxLooks = maxLooks;
        this.farBehind = farBehind;
        this.dataSource = Objects.requireNonNull(dataSource);
        this.epoch = Objects.requireNonNull(epoch);
        this.decoder = new RowDecoder(self);
    }

    @Override
    public List<Fetched> fetch(List<FetchRequest> requests) {
        List<TermPosition> after = requests.stream()
                .map(request -> TermPosition.of(request.after()))
                .toList();
        List<SnapshotPosition> positions =
                new ArrayList<>(after.stream().map(TermPosition::position).toList());
        return SqlCall.ask(dataSource, "reading the outbox", connection -> {
            FetchStatement.Answer first = execute(connection, requests, positions);
            after.forEach(position -> requireTerm(position, first.term()));
            boolean wentBack = first.hasRowsOfTheFuture()
                    || positions.stream().anyMatch(position -> position.isAheadOf(first.snapshot()));
            if (wentBack) {
                recover();
                positions.replaceAll(position -> SnapshotPosition.of(ReadPosition.START));
            }
            FetchStatement.Answer answer = wentBack ? execute(connection, requests, positions) : first;
            List<Fetched> answers = answer.to(requests, positions);
            farBehind.looked(requests, answers);
            return answers;
        });
    }

    @Override
    public void record(List<DeliveryOutcome> outcomes, List<SavedPosition> positions) {
        if (outcomes.isEmpty() && positions.isEmpty()) {
            return;
        }
        SqlCall.run(dataSource, "recording final states", connection -> {
            new RecordTransaction(recording, connection, epoch.getAsLong()).execute(outcomes, positions);
        });
    }

    @Override
    public long lastNumber() {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT last_value FROM c4i.outbox_sequence")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "reading the last number of the outbox");
        }
    }

    @Override
    public void takenAfterAll(SystemName destination, Set<Long> sequences) {
        note("SELECT c4i.taken_after_all(?, ?, ?, ?)", destination, sequences, "recording what was taken after all");
    }

    @Override
    public void asked(SystemName destination, Set<Long> sequences) {
        note(
                "SELECT c4i.asked_about(?, ?, ?, ?)",
                destination,
                sequences,
                "recording what a destination was asked about");
    }

    private void note(String sql, SystemName destination, Set<Long> sequences, String doing) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, epoch.getAsLong());
            statement.setString(2, destination.value());
            SqlArrays.bind(
                    statement, 3, sequences.stream().mapToLong(Long::longValue).toArray());
            statement.setInt(4, shard.number());
            statement.execute();
        } catch (SQLException e) {
            throw SqlFaults.translate(e, doing);
        }
    }

    @Override
    public Map<SystemName, Set<Long>> asked(Set<SystemName> destinations) {
        String sql = """
                SELECT d.destination, q.sequence
                FROM unnest(?) AS d (destination) CROSS JOIN LATERAL (
                    SELECT a.sequence FROM c4i.expiry_question AS a
                    WHERE a.destination = d.destination AND NOT EXISTS (
                        SELECT FROM c4i.delivery AS v WHERE v.sequence = a.sequence AND v.destination = a.destination)%s
                    ORDER BY a.sequence DESC LIMIT ?) AS q
                """.formatted(!shard.isPart() ? "" : """
                     AND EXISTS (SELECT FROM c4i.outbox AS o
                        WHERE o.sequence = a.sequence AND c4i.shard_of(o.topic_id, %d) = %d)
                """.formatted(shard.count(), shard.number()));
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            SqlArrays.bind(
                    statement, 1, destinations.stream().map(SystemName::value).toArray(String[]::new));
            statement.setInt(2, MAX_ASKED);
            Map<SystemName, Set<Long>> found = new HashMap<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.computeIfAbsent(new SystemName(row.getString(1)), name -> new HashSet<>())
                            .add(row.getLong(2));
                }
            }
            return found;
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "reading what destinations were asked about");
        }
    }

    @Override
    public Map<SystemName, Map<Precedence, ReadPosition>> positions(Set<SystemName> destinations) {
        String sql = """
                SELECT destination, precedence, token, c4i.present_reading_term()::text
                FROM c4i.%s destination = ANY (?)
                """.formatted(
                shard.isFirst() ? "reader_position WHERE" : "shard_position WHERE shard = " + shard.number() + " AND");
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            SqlArrays.bind(
                    statement, 1, destinations.stream().map(SystemName::value).toArray(String[]::new));
            Map<SystemName, Map<Precedence, ReadPosition>> found = new HashMap<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.computeIfAbsent(new SystemName(row.getString(1)), name -> new EnumMap<>(Precedence.class))
                            .put(Precedence.ofCode(row.getInt(2)), loaded(row.getString(3), row.getString(4)));
                }
            }
            return found;
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "reading saved positions");
        }
    }

    /** Looks at the days that were open at the last read; at all days when these do not suffice. */
    private FetchStatement.Answer execute(
            Connection connection, List<FetchRequest> requests, List<SnapshotPosition> positions) throws SQLException {
        DayRange days = openDays.rangeFor(positions);
        FetchStatement.Answer answer = read(connection, requests, positions, days);
        if (!answer.openDays().isEnough(days, positions)) {
            answer = read(connection, requests, positions, DayRange.ALL);
        }
        openDays = answer.openDays();
        long mine = epoch.getAsLong();
        if (answer.epoch() != mine) {
            throw SqlFaults.fenced("this node had epoch " + mine + ", the database is at " + answer.epoch(), null);
        }
        return answer;
    }

    private FetchStatement.Answer read(
            Connection connection, List<FetchRequest> requests, List<SnapshotPosition> positions, DayRange days)
            throws SQLException {
        FetchStatement looking = FetchStatement.looking(maxLooks, reading, requests, positions, days);
        if (farBehind.isAnyOf(requests)) {
            return looking.execute(connection, decoder);
        }
        try {
            return FetchStatement.within(MAX_SECONDS, reading, requests, positions, days)
                    .execute(connection, decoder);
        } catch (SQLException e) {
            if (!CANCELLED.equals(e.getSQLState())) {
                throw e;
            }
            LOG.debug("A read took longer than {} s. It looks at {} rows now", MAX_SECONDS, maxLooks, e);
            farBehind.tookTooLong(requests);
            return looking.execute(connection, decoder);
        }
    }

    /** @throws GatewayException with code FENCED when the server has crashed since the position was read */
    static void requireTerm(TermPosition position, String present) {
        if (!position.isValidIn(present)) {
            throw new GatewayException.Fatal(
                    ErrorCode.FENCED,
                    "the server of the database crashed, or its standby took over, since this node began to read",
                    "None needed: the node gives the lease back and reads again from the saved position.",
                    null);
        }
    }

    /** Saved without waiting for the disk, so a crash may undo even what was loaded. */
    private static ReadPosition loaded(String token, String term) {
        return new TermPosition(SnapshotPosition.of(new ReadPosition(token)), term).toReadPosition();
    }

    /** After a restore; or after a crash of the server, when a saved position may be ahead as well. */
    private void recover() throws SQLException {
        LOG.warn(
                "The transaction counter of the server went back, as after a restore. Reading starts again at the first"
                        + " pending row");
        boolean _ = LongTransaction.run(dataSource, connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute("SELECT c4i.recover_reading()");
            }
        });
    }
}
