package org.c4igateway.dbbridge.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.AdvisoryLock;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class ShardTest {
    private static final List<String> TOPICS =
            TopicCatalogue.reference().topics().stream().map(Topic::id).toList();

    @Test
    void spreadsTheTopicsOfTheCatalogue() {
        for (int count : new int[] {2, 3, 4, 8}) {
            for (int number = 0; number < count; number++) {
                Shard shard = new Shard(number, count);
                assertThat(TOPICS.stream().filter(shard::has).count())
                        .as("topics of shard %s of %d", shard, TOPICS.size())
                        .isGreaterThan(TOPICS.size() * 6L / 10 / count);
            }
        }
    }

    @Test
    void hasEverythingWhenItIsTheOnlyOne() {
        assertThat(TOPICS).isNotEmpty().allMatch(Shard.WHOLE::has);
    }

    /** The digest of A001 begins with 8e7d97a. During an upgrade nodes of two releases must agree. */
    @Test
    void staysWhereItIs() {
        assertThat(IntStream.range(0, 64).filter(n -> new Shard(n, 64).has("A001")))
                .containsExactly(0x8e7d97a % 64);
    }

    @Test
    void isTheOneThatTheDatabaseSays(TestDatabase database) throws SQLException {
        Random random = new Random(39);
        List<String> topics = Stream.of(
                        TOPICS.stream(),
                        Stream.of("", " ", "\\", "\\x41", "\\\\", "\\101", "한글", "a\\한", "𝄞", "'", "\t\n"),
                        IntStream.range(0, 500).mapToObj(i -> text(random)))
                .flatMap(part -> part)
                .toList();
        try (Connection connection = database.bridgePool().getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT c4i.shard_of(?, ?)")) {
            for (String topic : topics) {
                int count = 1 + random.nextInt(64);
                statement.setString(1, topic);
                statement.setInt(2, count);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    assertThat(new Shard(row.getInt(1), count).has(topic))
                            .as("'%s' in %d", topic, count)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void isTheFirstOfOneOrMore() {
        Shard last = new Shard(63, 64);

        assertThat(Shard.WHOLE).matches(Shard::isFirst).matches(shard -> !shard.isPart());
        assertThat(new Shard(0, 2)).matches(Shard::isFirst).matches(Shard::isPart);
        assertThat(last).matches(shard -> !shard.isFirst()).matches(Shard::isPart);
        assertThat(last).hasToString("63/64");
        for (int[] none : new int[][] {{0, 0}, {-1, 2}, {2, 2}, {0, 65}}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Shard(none[0], none[1]))
                    .withMessage("shard " + none[0] + " of " + none[1]);
        }
    }

    @Test
    void isShownWithWhoHasIt(TestDatabase database) throws SQLException {
        try (Connection owner = database.owner()) {
            ShardStatements.divide(owner, 3);
        }
        database.execute("SELECT c4i.take_lease('a', 1, 3)");
        Instant since = Instant.now().minusSeconds(60);
        try (Connection holder = database.bridgePool().getConnection();
                Statement statement = holder.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + AdvisoryLock.activeOf(1) + ")");

            List<ShardLine> lines = ShardStatements.lines(holder);

            assertThat(lines).extracting(ShardLine::number).containsExactly(0, 1, 2);
            assertThat(lines).extracting(ShardLine::holder).containsExactly("", "a", "");
            assertThat(lines).extracting(ShardLine::held).containsExactly(false, true, false);
            assertThat(lines.get(0).since()).isNull();
            assertThat(lines.get(1).since()).isAfter(since);
            assertThat(lines.get(1).epoch()).isPositive();
            assertThat(database.column("SELECT holder FROM " + new Shard(1, 3).leaseRow()))
                    .containsExactly("a");
            assertThat(database.column("SELECT holder FROM " + new Shard(0, 3).leaseRow()))
                    .containsExactly("");
            statement.execute("SELECT pg_advisory_unlock_all()");
        }
    }

    /** Whatever a database can store as text: code points without NUL and surrogates. */
    private static String text(Random random) {
        return random.ints(0, Character.MAX_CODE_POINT + 1)
                .filter(c -> c > 0 && Character.isDefined(c) && Character.getType(c) != Character.SURROGATE)
                .limit(random.nextInt(40))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
