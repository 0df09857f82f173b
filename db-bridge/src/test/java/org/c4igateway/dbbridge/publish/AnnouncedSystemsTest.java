package org.c4igateway.dbbridge.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.dbbridge.publish.PublicationThread.Admission;
import org.c4igateway.dbbridge.publish.PublicationThread.Announced;
import org.junit.jupiter.api.Test;

class AnnouncedSystemsTest {
    private static final SystemName GOLF = new SystemName("GOLF");
    private static final SystemName HOTEL = new SystemName("HOTEL");

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Set<SystemName> destinations = ConcurrentHashMap.newKeySet();
    private volatile Runnable afterAsked = () -> {};
    private final AnnouncedSystems announcements = new AnnouncedSystems(new Admission() {
        @Override
        public boolean isRecorded(Announced told) {
            boolean isDestination = destinations.contains(told.node().system());
            afterAsked.run();
            return isDestination;
        }

        @Override
        public void join(Announced told) {}
    });

    @Test
    void keepsTheLastWordOfADestinationUntilItIsRecorded() {
        destinations.addAll(Set.of(GOLF, HOTEL));
        Announced first = told(GOLF, "jms", 1);
        Announced last = told(GOLF, "jms", 2);
        Announced other = told(HOTEL, "jms", 1);

        assertThat(announcements.take(first)).isTrue();
        assertThat(announcements.take(other)).isTrue();
        assertThat(announcements.take(last)).isTrue();
        assertThat(announcements.news()).containsExactlyInAnyOrder(last, other);

        announcements.recorded(first);
        announcements.recorded(other);

        assertThat(announcements.news()).as("it said more meanwhile").containsExactly(last);
    }

    @Test
    void remembersWhatAStrangerSaidUntilItIsADestination() {
        Announced said = told(GOLF, "jms", 1);
        assertThat(announcements.take(said)).isFalse();
        assertThat(announcements.take(told(HOTEL, "jms", 1))).isFalse();
        assertThat(announcements.reconsider(GOLF)).isFalse();
        assertThat(announcements.news()).isEmpty();

        destinations.addAll(Set.of(GOLF, HOTEL));

        assertThat(announcements.reconsider(GOLF)).isTrue();
        assertThat(announcements.news()).as("not of HOTEL").containsExactly(said);
    }

    @Test
    void remembersEachStranger() {
        Announced golf = told(GOLF, "jms", 1);
        Announced hotel = told(HOTEL, "jms", 1);
        announcements.take(golf);
        announcements.take(hotel);
        destinations.addAll(Set.of(GOLF, HOTEL));

        assertThat(announcements.reconsider(GOLF)).isTrue();
        assertThat(announcements.reconsider(HOTEL)).isTrue();

        assertThat(announcements.news()).containsExactlyInAnyOrder(golf, hotel);
    }

    @Test
    void remembersTheLastWordOfAStranger() {
        Announced last = told(GOLF, "jms", 2);
        announcements.take(told(GOLF, "jms", 1));
        announcements.take(last);
        destinations.add(GOLF);

        announcements.reconsider(GOLF);

        assertThat(announcements.news()).containsExactly(last);
    }

    @Test
    void reconsidersOnce() {
        Announced said = told(GOLF, "jms", 1);
        announcements.take(said);
        destinations.add(GOLF);
        announcements.reconsider(GOLF);
        announcements.recorded(said);

        assertThat(announcements.reconsider(GOLF)).isFalse();

        assertThat(announcements.news()).isEmpty();
    }

    /** What it said last counts, also when it becomes a destination between the two. */
    @Test
    void forgetsWhatAStrangerSaidOnceItSaysMore() {
        Announced last = told(GOLF, "jms", 2);
        announcements.take(told(GOLF, "jms", 1));
        destinations.add(GOLF);
        announcements.take(last);
        announcements.recorded(last);

        assertThat(announcements.reconsider(GOLF)).isFalse();

        assertThat(announcements.news()).isEmpty();
    }

    /** It becomes a destination after it was asked whether its word counts, and before that is kept. */
    @Test
    void losesNothingOfAStrangerThatBecomesADestinationMeanwhile() throws InterruptedException {
        Thread operator = new Thread(() -> {
            destinations.add(GOLF);
            announcements.reconsider(GOLF);
        });
        Announced said = told(GOLF, "jms", 1);
        afterAsked = () -> {
            afterAsked = () -> {};
            operator.start();
            await().pollInSameThread()
                    .atMost(PATIENCE)
                    .until(() -> Set.of(Thread.State.BLOCKED, Thread.State.TERMINATED)
                            .contains(operator.getState()));
        };

        announcements.take(said);

        assertThat(operator.join(PATIENCE)).isTrue();
        assertThat(announcements.news()).containsExactly(said);
    }

    /** Any process of a domain can announce names. */
    @Test
    void remembersABoundedNumberOfStrangers() {
        for (int i = 0; i < AnnouncedSystems.MAX_STRANGERS; i++) {
            announcements.take(told(stranger(i), "jms", 1));
        }
        // Heard again, so it is not the oldest any more.
        announcements.take(told(stranger(0), "jms", 2));
        announcements.take(told(GOLF, "jms", 1));
        for (int i = 0; i < AnnouncedSystems.MAX_STRANGERS; i++) {
            destinations.add(stranger(i));
        }
        destinations.add(GOLF);

        assertThat(destinations.stream().filter(system -> !announcements.reconsider(system)))
                .containsExactly(stranger(1));
    }

    private static SystemName stranger(int number) {
        return new SystemName("N" + number);
    }

    private static Announced told(SystemName system, String transport, long incarnation) {
        return new Announced(transport, new NodeAnnouncement(system, incarnation, "", Map.of(), Introduction.NONE));
    }
}
