package org.c4igateway.dds.transport.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NameHoldersTest {
    private static final String ALPHA = "ALPHA";
    private static final String RED = "red";
    private static final String BLUE = "blue";

    private final Set<Long> writers = new HashSet<>(Set.of(1L, 2L));
    private final List<Long> dismissed = new ArrayList<>();
    private final NameConflicts<Node> conflicts = new NameConflicts<>(writers::contains, Duration.ZERO, () -> 0);
    private final NameHolders<Node> holders = new NameHolders<>(writers::contains, dismissed::add, conflicts);

    private record Node(long writer, String database, long start, String via) implements NameHolders.Announcement {
        Node(long writer, String database, long start) {
            this(writer, database, start, "");
        }

        @Override
        public String name() {
            return ALPHA;
        }
    }

    @Test
    void keepsTheNameForTheFirstOfTwoDatabases() {
        holders.take(new Node(1, RED, 1));

        assertThat(holders.refuses(new Node(2, BLUE, 9))).isTrue();
        assertThat(conflicts.alarms()).singleElement().asString().contains(ALPHA, RED, BLUE);
        assertThat(holders.refuses(new Node(1, BLUE, 1))).as("its own writer").isFalse();
    }

    @Test
    void refusesAnEarlierStartOfOneDatabaseAndTakesALaterOne() {
        holders.take(new Node(1, RED, 5));

        assertThat(holders.refuses(new Node(2, RED, 4))).isTrue();
        assertThat(holders.refuses(new Node(2, RED, 6))).isFalse();
        assertThat(holders.refuses(new Node(2, "", 0))).as("tells no database").isFalse();
    }

    @Test
    void dismissesTheEarlierStartOnlyWhenBothAreInTheDomainItself() {
        holders.take(new Node(1, RED, 1));
        holders.take(new Node(2, RED, 2));
        assertThat(dismissed).containsExactly(1L);

        holders.take(new Node(1, RED, 3, "WAN-1 a"));
        assertThat(dismissed).containsExactly(1L);
    }

    @Test
    void namesTheNodeThatWaitsWhenTheHolderLeaves() {
        Node second = new Node(2, BLUE, 1);
        holders.take(new Node(1, RED, 1));
        assertThat(holders.refuses(second)).isTrue();

        assertThat(holders.isLeftBy(ALPHA, 1)).isTrue();
        assertThat(holders.remove(ALPHA)).contains(second);
        assertThat(holders.holder(ALPHA)).isEmpty();
    }

    @Test
    void staysWithTheHolderWhenTheSecondLeaves() {
        holders.take(new Node(1, RED, 1));
        assertThat(holders.refuses(new Node(2, BLUE, 1))).isTrue();

        assertThat(holders.isLeftBy(ALPHA, 2)).isFalse();
        assertThat(conflicts.names()).isEmpty();
        assertThat(holders.left()).isEmpty();

        writers.remove(1L);
        assertThat(holders.left()).as("whose end nobody reports").containsExactly(ALPHA);
    }
}
