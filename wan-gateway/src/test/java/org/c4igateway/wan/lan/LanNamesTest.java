package org.c4igateway.wan.lan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.junit.jupiter.api.Test;

class LanNamesTest {
    private static final String RED = "11111111-1111-4111-8111-111111111111";
    private static final String BLUE = "22222222-2222-4222-8222-222222222222";
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final long FIRST = 1;
    private static final long SECOND = 2;

    private final Heard heard = new Heard();
    private final List<Long> dismissed = new ArrayList<>();
    private final Set<Long> writers = new HashSet<>(Set.of(FIRST, SECOND));
    private long nanos;
    private final LanNames names = new LanNames(heard, writers::contains, dismissed::add, PATIENCE, () -> nanos);

    private static KmtfNode node(long incarnation, String database, long start) {
        return new KmtfNode("ALPHA", incarnation, "", List.of(), "", new KmtfNode.Database(start, database, 60));
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        names.review();
    }

    @Test
    void staysWithTheFirstOfTwoNodesOnTwoDatabasesAndTellsOfTheSecond() {
        names.announced(node(11, RED, 1), FIRST);
        names.announced(node(22, BLUE, 1), SECOND);
        names.announced(node(11, RED, 1), FIRST);
        assertThat(heard.incarnations).containsExactly(11L, 11L);

        pass(PATIENCE.minusNanos(1));
        assertThat(names.alarms()).isEmpty();
        names.announced(node(22, BLUE, 1), SECOND);
        pass(Duration.ofNanos(1));

        assertThat(names.alarms()).singleElement().asString().contains("ALPHA", RED, BLUE);
        assertThat(heard.incarnations).containsOnly(11L);
    }

    @Test
    void dismissesTheParticipantOfAnEarlierStart() {
        names.announced(node(11, RED, 1), FIRST);
        names.announced(node(11, RED, 1), FIRST);
        names.announced(node(22, BLUE, 1), SECOND);
        assertThat(dismissed).isEmpty();

        names.announced(node(12, RED, 2), SECOND);

        assertThat(dismissed).containsExactly(FIRST);
        assertThat(heard.incarnations).containsExactly(11L, 11L, 12L);
    }

    @Test
    void keepsTheFirstWhenTheSecondEnds() {
        names.announced(node(11, RED, 1), FIRST);
        names.announced(node(22, BLUE, 1), SECOND);

        names.gone("ALPHA", SECOND);
        pass(PATIENCE);

        assertThat(heard.gone).isEmpty();
        assertThat(names.alarms()).isEmpty();
    }

    @Test
    void takesTheSecondWhenTheFirstEnds() {
        names.announced(node(11, RED, 1), FIRST);
        names.announced(node(22, BLUE, 1), SECOND);

        names.gone("ALPHA", FIRST);

        assertThat(heard.gone).containsExactly("ALPHA");
        assertThat(heard.incarnations).containsExactly(11L, 22L);
        pass(PATIENCE);
        assertThat(names.alarms()).isEmpty();
    }

    @Test
    void takesTheSecondWhenTheFirstIsKilledAndNobodyReportsIt() {
        names.announced(node(11, RED, 1), FIRST);
        names.announced(node(22, BLUE, 1), SECOND);

        writers.remove(FIRST);
        pass(Duration.ofSeconds(1));

        assertThat(heard.gone).containsExactly("ALPHA");
        assertThat(heard.incarnations).containsExactly(11L, 22L);
    }

    @Test
    void noticesTheEndOfTheFirstAfterTheSecondHasLeft() {
        names.announced(node(11, RED, 1), FIRST);
        names.announced(node(22, BLUE, 1), SECOND);
        names.gone("ALPHA", SECOND);

        writers.remove(FIRST);
        pass(Duration.ofSeconds(1));

        assertThat(heard.gone).containsExactly("ALPHA");
    }

    @Test
    void takesALaterStartOfOneDatabaseAndRefusesAnEarlierOne() {
        names.announced(node(11, RED, 5), FIRST);
        names.announced(node(22, RED, 6), SECOND);
        names.announced(node(11, RED, 5), FIRST);

        assertThat(heard.incarnations).containsExactly(11L, 22L);
    }

    @Test
    void takesTheLatestWhenADatabaseIsNotKnown() {
        names.announced(node(11, RED, 5), FIRST);
        names.announced(node(22, "", 0), SECOND);

        assertThat(heard.incarnations).containsExactly(11L, 22L);
        pass(PATIENCE);
        assertThat(names.alarms()).isEmpty();
    }

    @Test
    void tellsAgainWhatFoundNoRoom() {
        heard.room = 0;
        names.announced(node(11, RED, 1), FIRST);
        names.announced(node(12, RED, 1), FIRST);
        pass(Duration.ofMillis(100));
        assertThat(heard.incarnations).isEmpty();

        heard.room = 5;
        pass(Duration.ofMillis(100));
        pass(Duration.ofMillis(100));

        assertThat(heard.incarnations).as("as it was announced last, once").containsExactly(12L);
    }

    @Test
    void doesNotTellAgainOfANodeThatHasGone() {
        heard.room = 0;
        names.announced(node(11, RED, 1), FIRST);
        names.gone("ALPHA", FIRST);

        heard.room = 5;
        pass(Duration.ofMillis(100));

        assertThat(heard.incarnations).isEmpty();
        assertThat(heard.gone).containsExactly("ALPHA");
    }

    @Test
    void tellsAgainAsManyAsThereIsRoomForAndRemembersNoMoreThanItsNames() {
        heard.room = 0;
        for (int i = 0; i < 5_000; i++) {
            names.announced(new KmtfNode("GHOST" + i, i, "", List.of(), "", KmtfNode.Database.UNKNOWN), FIRST);
        }
        heard.attempts = 0;
        heard.room = 3;
        pass(Duration.ofMillis(100));
        assertThat(heard.incarnations).hasSize(3);
        assertThat(heard.attempts).as("stops at the first that finds no room").isEqualTo(4);

        heard.room = Integer.MAX_VALUE;
        pass(Duration.ofMillis(100));
        assertThat(heard.incarnations).doesNotHaveDuplicates().hasSize(4_096);
    }

    private static final class Heard implements LanListener {
        private final List<Long> incarnations = new ArrayList<>();
        private final List<String> gone = new ArrayList<>();
        private int room = Integer.MAX_VALUE;
        private int attempts;

        @Override
        public void onMessage(KmtfMessage message, long sourceNanos) {}

        @Override
        public void onMissing(String origin, long previousNanos, long sourceNanos) {}

        @Override
        public void onReceipt(KmtfReceipt receipt, long sourceNanos) {}

        @Override
        public boolean onNode(KmtfNode node) {
            attempts++;
            if (room == 0) {
                return false;
            }
            room--;
            incarnations.add(node.incarnation());
            return true;
        }

        @Override
        public void onNodeGone(String system) {
            gone.add(system);
        }

        @Override
        public void onReadersChanged() {}

        @Override
        public void onOverflow(int dropped) {}
    }
}
