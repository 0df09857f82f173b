package org.c4igateway.dbbridge.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.Outbox.PendingRow;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.jspecify.annotations.Nullable;

/** The one statement that answers all requests from one snapshot. Not thread-safe; one per call. */
final class FetchStatement {
    private final FetchTexts texts;
    private final List<FetchRequest> requests;
    private final List<SnapshotPosition> positions;
    private final DayRange days;
    private final int maxLooks;
    private final int seconds;

    /**
     * What it brought.
     *
     * @param snapshot the snapshot it ran on
     * @param epoch the lease's epoch in that snapshot
     * @param term the reading term, see {@link TermPosition}
     * @param openDays in that snapshot
     * @param rows rows per request, in the requests' order
     */
    record Answer(Snapshot snapshot, long epoch, String term, OpenDays openDays, List<List<Row>> rows) {
        /** @return whether a row's transaction lies in the future of the snapshot, as after a restore */
        boolean hasRowsOfTheFuture() {
            return rows.stream().flatMap(List::stream).anyMatch(row -> row.xid() >= snapshot.xmax());
        }

        /**
         * @param positions at which the requests began
         * @return to each request its rows and where the next one goes on, in the requests' order
         */
        List<Fetched> to(List<FetchRequest> requests, List<SnapshotPosition> positions) {
            List<Fetched> answers = new ArrayList<>(requests.size());
            for (int i = 0; i < requests.size(); i++) {
                answers.add(to(requests.get(i), positions.get(i), rows.get(i)));
            }
            return answers;
        }

        private Fetched to(FetchRequest request, SnapshotPosition after, List<Row> rows) {
            List<PendingRow> fitting = new ArrayList<>(rows.size());
            Row last = null;
            long bytes = 0;
            boolean cutByBytes = false;
            for (Row row : rows) {
                PendingRow pending = row.row();
                if (pending != null) {
                    fitting.add(pending);
                    bytes += pending.message().payload().length;
                } else if (!row.bound()) {
                    cutByBytes = true;
                    break;
                }
                last = row;
            }
            boolean cut = cutByBytes || bytes > request.maxBytes() || (last != null && last.bound());
            boolean exhausted = rows.size() < request.maxRows() && !cut;
            SnapshotPosition next;
            if (exhausted) {
                next = SnapshotPosition.afterAll(snapshot);
            } else {
                // The first row always fits, or is the bound.
                Row end = Objects.requireNonNull(last);
                next = after.after(snapshot, end.xid(), end.sequence());
            }
            return new Fetched(fitting, new TermPosition(next, term).toReadPosition(), exhausted);
        }
    }

    /**
     * A row as fetched.
     *
     * @param xid transaction that submitted it
     * @param sequence its number
     * @param row the row; null when it exceeds the byte limit, or is none of the request's
     * @param bound whether the request looked no further and is done with this row
     */
    record Row(long xid, long sequence, @Nullable PendingRow row, boolean bound) {}

    private FetchStatement(
            FetchTexts texts,
            List<FetchRequest> requests,
            List<SnapshotPosition> positions,
            DayRange days,
            int maxLooks,
            int seconds) {
        this.texts = texts;
        this.requests = requests;
        this.positions = positions;
        this.days = days;
        this.maxLooks = maxLooks;
        this.seconds = seconds;
    }

    /** @param seconds after which it gives up with the state {@code 57014} */
    static FetchStatement within(
            int seconds,
            FetchTexts texts,
            List<FetchRequest> requests,
            List<SnapshotPosition> positions,
            DayRange days) {
        return new FetchStatement(texts, requests, positions, days, 0, seconds);
    }

    /** @param maxLooks rows that all requests together look at behind their cursors */
    static FetchStatement looking(
            int maxLooks,
            FetchTexts texts,
            List<FetchRequest> requests,
            List<SnapshotPosition> positions,
            DayRange days) {
        return new FetchStatement(texts, requests, positions, days, maxLooks, 0);
    }

    Answer execute(Connection connection, RowDecoder decoder) throws SQLException {
        boolean hasGaps =
                positions.stream().anyMatch(position -> !position.gaps().isEmpty());
        FetchTexts.Text text = texts.of(maxLooks > 0, hasGaps);
        try (PreparedStatement statement = connection.prepareStatement(text.sql())) {
            if (seconds > 0) {
                statement.setQueryTimeout(seconds);
            }
            int bound = bind(statement);
            for (int i = 0; i < text.scans(); i++) {
                statement.setObject(++bound, days.from());
                statement.setObject(++bound, days.until());
            }
            try (ResultSet rows = statement.executeQuery()) {
                return read(rows, decoder);
            }
        }
    }

    private Answer read(ResultSet rows, RowDecoder decoder) throws SQLException {
        List<List<Row>> perRequest = new ArrayList<>(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            perRequest.add(new ArrayList<>());
        }
        String snapshot = "";
        long epoch = 0;
        String term = "";
        OpenDays openDays = OpenDays.UNKNOWN;
        while (rows.next()) {
            int number = rows.getInt(1);
            if (number == 0) {
                snapshot = rows.getString(2);
                epoch = rows.getLong(3);
                term = rows.getString(6);
                openDays = OpenDays.parse(rows.getString(9));
            } else {
                perRequest
                        .get(number - 1)
                        .add(decoder.decode(rows, requests.get(number - 1).precedence()));
            }
        }
        return new Answer(Snapshot.parse(snapshot), epoch, term, openDays, perRequest);
    }

    /** @return number of the last parameter that it bound */
    private int bind(PreparedStatement statement) throws SQLException {
        int n = requests.size();
        statement.setInt(1, Math.max(1, maxLooks / n));
        short[] precedences = new short[n];
        String[] destinations = new String[n];
        String[] xids = new String[n];
        long[] sequences = new long[n];
        String[] gapXids = new String[n];
        String[] gapSequences = new String[n];
        int[] maxRows = new int[n];
        long[] maxBytes = new long[n];
        for (int i = 0; i < n; i++) {
            FetchRequest request = requests.get(i);
            SnapshotPosition after = positions.get(i);
            precedences[i] = (short) request.precedence().code();
            destinations[i] =
                    request.destinations().stream().map(SystemName::value).collect(Collectors.joining(","));
            xids[i] = Long.toString(after.xid());
            sequences[i] = after.sequence();
            gapXids[i] =
                    after.gaps().stream().map(gap -> Long.toString(gap.xid())).collect(Collectors.joining(","));
            gapSequences[i] =
                    after.gaps().stream().map(gap -> Long.toString(gap.after())).collect(Collectors.joining(","));
            maxRows[i] = request.maxRows();
            maxBytes[i] = request.maxBytes();
        }
        SqlArrays.bind(statement, 2, precedences);
        SqlArrays.bind(statement, 3, destinations);
        SqlArrays.bind(statement, 4, xids);
        SqlArrays.bind(statement, 5, sequences);
        SqlArrays.bind(statement, 6, gapXids);
        SqlArrays.bind(statement, 7, gapSequences);
        SqlArrays.bind(statement, 8, maxRows);
        SqlArrays.bind(statement, 9, maxBytes);
        return 9;
    }
}
