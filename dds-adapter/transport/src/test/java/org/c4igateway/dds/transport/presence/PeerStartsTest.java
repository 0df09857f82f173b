package org.c4igateway.dds.transport.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.junit.jupiter.api.Test;

class PeerStartsTest extends PeerTableFixture {
    @Test
    void refusesASecondDatabaseOfANameWhileTheFirstIsThereAndSaysSo() {
        readers = 1;
        announce(on(OLD, 5, 50), 1);
        table.welcomed(BRAVO, 50, helloNanos);
        PeerState before = table.state(BRAVO);

        assertThat(announce(on(NEW, 1, 60), 2)).isEqualTo(AnnouncementVerdict.REFUSED);

        assertThat(table.state(BRAVO)).isEqualTo(before);
        assertThat(incarnation()).isEqualTo(50);
        assertThat(nameConflicts.alarms()).isEmpty();
        now = Duration.ofSeconds(15).toNanos();
        assertThat(nameConflicts.alarms()).singleElement().asString().contains("BRAVO", OLD.toString(), NEW.toString());
    }

    @Test
    void takesADatabaseThatWasMadeAnewOnceTheOldOneIsGone() {
        announce(on(OLD, 5, 50), 1);
        announce(on(NEW, 1, 60), 2);
        announcers.remove(1L);

        assertThat(table.settle()).singleElement().satisfies(successor -> {
            assertThat(table.announced(successor)).isEqualTo(AnnouncementVerdict.MATCHING);
        });

        assertThat(incarnation()).isEqualTo(60);
        assertThat(nameConflicts.names()).isEmpty();
    }

    @Test
    void staysWithTheFirstWhenTheSecondOfItsNameGoes() {
        readers = 1;
        announce(on(OLD, 5, 50), 1);
        table.welcomed(BRAVO, 50, helloNanos);
        announce(on(NEW, 1, 60), 2);

        announcers.remove(2L);
        assertThat(table.gone(BRAVO, 2)).isEmpty();

        assertThat(table.state(BRAVO).reachable()).isTrue();
        assertThat(nameConflicts.names()).isEmpty();
    }

    @Test
    void noticesThatANodeGoesWhoseInstanceSomebodyElseDisposed() {
        announce(on(OLD, 5, 50), 1);
        table.gone(BRAVO, 2);
        assertThat(table.isPresent(BRAVO)).isTrue();

        announcers.remove(1L);
        assertThat(table.settle()).isEmpty();

        assertThat(table.isPresent(BRAVO)).isFalse();
    }

    @Test
    void dismissesTheParticipantOfAnEarlierStart() {
        announce(on(OLD, 5, 50), 1);
        announce(on(OLD, 5, 50), 1);
        assertThat(dismissed).isEmpty();

        announce(on(OLD, 6, 60), 2);
        assertThat(dismissed).containsExactly(1L);

        announcers.remove(2L);
        announce(on(OLD, 6, 61), 3);
        assertThat(dismissed).containsExactly(1L);
    }

    @Test
    void doesNotGoBackToAnEarlierStartOnOneDatabase() {
        announce(on(OLD, 6, 60), 2);

        assertThat(announce(on(OLD, 5, 50), 1)).isEqualTo(AnnouncementVerdict.REFUSED);
        assertThat(incarnation()).isEqualTo(60);

        announcers.remove(2L);
        assertThat(table.settle())
                .singleElement()
                .satisfies(restored -> assertThat(table.announced(restored)).isEqualTo(AnnouncementVerdict.MATCHING));
        assertThat(incarnation()).isEqualTo(50);
    }

    @Test
    void tellsANodeFromAGatewayOfTheSameName() {
        readers = 1;

        meet(node(BRAVO, 1, ""));
        meet(node(CHARLIE, 1, "BRAVO a"));

        assertThat(table.state(CHARLIE).reachable()).isFalse();
    }

    private static PeerAnnouncement on(UUID database, long start, long incarnation) {
        Introduction introduction = new Introduction(start, Optional.of(new DatabaseId(database)), 60);
        return new PeerAnnouncement(new NodeAnnouncement(BRAVO, incarnation, "", Map.of(TOPIC, 1), introduction), "");
    }
}
