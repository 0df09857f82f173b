package org.c4igateway.dbbridge.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.dbbridge.publish.PublicationThread.Admission;
import org.c4igateway.dbbridge.publish.PublicationThread.Announced;
import org.junit.jupiter.api.Test;

class AnnouncementsTest {
    private static final SystemName GOLF = new SystemName("GOLF");
    private static final SystemName HOTEL = new SystemName("HOTEL");

    private final Set<SystemName> destinations = new HashSet<>();
    private final Announcements announcements = new Announcements(new Admission() {
        @Override
        public boolean isRecorded(Announced told) {
            return destinations.contains(told.node().system());
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

    /** Any process of a domain can announce names. */
    @Test
    void remembersABoundedNumberOfStrangers() {
        for (int i = 0; i < Announcements.MAX_STRANGERS; i++) {
            announcements.take(told(stranger(i), "jms", 1));
        }
        // Heard again, so it is not the oldest any more.
        announcements.take(told(stranger(0), "jms", 2));
        announcements.take(told(GOLF, "jms", 1));
        for (int i = 0; i < Announcements.MAX_STRANGERS; i++) {
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
