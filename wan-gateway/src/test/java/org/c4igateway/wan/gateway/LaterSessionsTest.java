package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LaterSessionsTest {
    /** As after a start with a clock that was set back. */
    @Test
    void answersALaterSessionAtOnceTheFirstTime() {
        LaterSessions sessions = new LaterSessions();
        sessions.known(7);

        assertThat(sessions.due(false, 0)).hasValue(7);
        assertThat(sessions.isDisputed(0)).isFalse();
        sessions.known(9);
        sessions.known(8);
        assertThat(sessions.due(false, 1)).isEmpty();
        assertThat(sessions.isDisputed(1)).isTrue();
        assertThat(sessions.due(false, TimeUnit.SECONDS.toNanos(10))).hasValue(9);
        long calm = TimeUnit.SECONDS.toNanos(10 + 20 + 60);
        assertThat(sessions.isDisputed(calm - 1)).isTrue();
        assertThat(sessions.isDisputed(calm)).isFalse();
        sessions.known(11);
        assertThat(sessions.due(false, calm)).hasValue(11);
    }

    /** A new session hands what the journal has to the link again. */
    @Test
    void waitsForTheRecordsOfTheJournal() {
        LaterSessions waiting = new LaterSessions();
        waiting.known(7);

        assertThat(waiting.due(true, 0)).isEmpty();
        assertThat(waiting.due(false, 0)).hasValue(7);
    }
}
