package org.c4igateway.dbbridge.trail;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.c4igateway.core.message.Precedence;

/** Makes values of rows. */
final class RowMapping {
    private RowMapping() {}

    static SentMessage sent(ResultSet row) throws SQLException {
        return new SentMessage(
                row.getLong(1),
                instant(row, 2),
                maybe(row, 3),
                row.getString(4),
                Precedence.ofCode(row.getInt(5)),
                texts(row, 6),
                row.getString(7),
                row.getString(8),
                row.getInt(9),
                List.of());
    }

    static ReceivedMessage received(ResultSet row) throws SQLException {
        return new ReceivedMessage(
                row.getLong(1),
                instant(row, 2),
                row.getString(3),
                row.getLong(4),
                row.getString(5),
                Precedence.ofCode(row.getInt(6)),
                texts(row, 7),
                instant(row, 8),
                maybe(row, 9),
                row.getString(10),
                row.getString(11),
                Optional.ofNullable(row.getString(12)));
    }

    /** The same messages with their final states; rows are sequence, destination, state, code, detail, at, finding. */
    static List<SentMessage> withSteps(List<SentMessage> messages, ResultSet row) throws SQLException {
        Map<Long, List<DeliveryStep>> steps = new HashMap<>();
        while (row.next()) {
            steps.computeIfAbsent(row.getLong(1), sequence -> new ArrayList<>())
                    .add(new DeliveryStep(
                            row.getString(2),
                            row.getString(3),
                            Optional.ofNullable(row.getString(4)),
                            row.getString(5),
                            instant(row, 6),
                            Optional.ofNullable(row.getString(7))));
        }
        return messages.stream()
                .map(message -> new SentMessage(
                        message.sequence(),
                        message.createdAt(),
                        message.expiresAt(),
                        message.topicId(),
                        message.precedence(),
                        message.destinations(),
                        message.label(),
                        message.subject(),
                        message.payloadBytes(),
                        steps.getOrDefault(message.sequence(), List.of())))
                .toList();
    }

    static OffsetDateTime timestamp(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    static Instant instant(ResultSet row, int column) throws SQLException {
        return maybe(row, column).orElseThrow();
    }

    static Optional<Instant> maybe(ResultSet row, int column) throws SQLException {
        return Optional.ofNullable(row.getTimestamp(column)).map(Timestamp::toInstant);
    }

    static OptionalLong number(ResultSet row, int column) throws SQLException {
        return row.getObject(column) instanceof Number number
                ? OptionalLong.of(number.longValue())
                : OptionalLong.empty();
    }

    /** What became of something sent again: state, code and detail from that column on; empty without a state. */
    static Optional<ActionLine.Result> result(ResultSet row, int column) throws SQLException {
        String state = row.getString(column);
        return state == null
                ? Optional.empty()
                : Optional.of(new ActionLine.Result(
                        state, Optional.ofNullable(row.getString(column + 1)), row.getString(column + 2)));
    }

    private static List<String> texts(ResultSet row, int column) throws SQLException {
        Array array = row.getArray(column);
        return List.of((String[]) array.getArray());
    }
}
