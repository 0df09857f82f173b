package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.shard.Shard;
import org.junit.jupiter.api.Test;

/** Topics that a node knows, and others. */
class ShardTopicsTest extends OutboxReadingFixture {
    private static final int SHARDS = 4;

    /** As many of each shard as make a hash table of them in the server, and such that need quotes. */
    @Test
    void readsRowsOfKnownAndOfUnknownTopics() throws SQLException {
        database.execute("SELECT c4i.set_shards(" + SHARDS + ")");
        List<String> odd =
                List.of("it's", "'", "a\\b", "{c,d}", "\"e\"", "NULL", " ", "\uD55C", "$1", "?", ":x", "--", "/*");
        List<String> all = Stream.concat(
                        odd.stream().flatMap(topic -> Stream.of(topic, topic + "2")),
                        IntStream.range(0, 100).mapToObj(i -> "T" + i))
                .toList();
        Set<String> known = Stream.concat(odd.stream(), IntStream.range(20, 100).mapToObj(i -> "T" + i))
                .collect(Collectors.toSet());
        submit(all);

        for (int number = 0; number < SHARDS; number++) {
            Shard shard = new Shard(number, SHARDS);
            JdbcOutbox part = new JdbcOutbox(database.bridgePool(), () -> 1, A, shard, known);

            assertThat(new OutboxProbe(part, ReadPosition.START, 7, NO_BYTE_LIMIT).drain())
                    .containsExactlyElementsOf(all.stream().filter(shard::has).toList());
        }
    }

    /** One row for each, in this order, with the topic as its payload. */
    private void submit(List<String> topics) throws SQLException {
        try (Connection connection = database.app();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT c4i.submit(?, 3, '{B}', convert_to(?, 'UTF8'))")) {
            for (String topic : topics) {
                statement.setString(1, topic);
                statement.setString(2, topic);
                statement.execute();
            }
        }
    }
}
