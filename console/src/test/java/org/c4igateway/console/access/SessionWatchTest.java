package org.c4igateway.console.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.fault.GatewayException;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockHttpSession;

class SessionWatchTest {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong users = new AtomicLong();
    private final SessionWatch watch =
            new SessionWatch(new SessionLimits(Duration.ofMinutes(30), Duration.ofHours(12)), nanos::get, users::get);
    private final MockHttpSession session = new MockHttpSession();

    @Test
    void endsASessionWhosePageOnlyBringsItselfUpToDate() throws Exception {
        ask("/console");
        for (int minute = 1; minute < 30; minute++) {
            pass(Duration.ofMinutes(1));
            ask("/console/overview-now");
            ask("/console/live");
        }
        assertThat(session.isInvalid()).isFalse();

        pass(Duration.ofMinutes(1));
        ask("/console/live");

        assertThat(session.isInvalid()).isTrue();
    }

    @Test
    void keepsASessionWhoseUserActsAndEndsItAtTheLongestTime() throws Exception {
        ask("/console");
        for (int turn = 0; turn < 24; turn++) {
            pass(Duration.ofMinutes(29));
            ask("/console/topics");
        }
        assertThat(session.isInvalid()).isFalse();

        pass(Duration.ofMinutes(24)); // 12 h in all
        ask("/console/topics");

        assertThat(session.isInvalid()).isTrue();
    }

    @Test
    void endsASessionThatBeganBeforeTheUsersWereChanged() throws Exception {
        ask("/console");
        ask("/console/topics");
        assertThat(session.isInvalid()).isFalse();

        users.incrementAndGet();
        ask("/console/live");

        assertThat(session.isInvalid()).isTrue();
    }

    /** As with a login whose cookie is used after the password was changed. */
    @Test
    void endsASessionWhoseSecondRequestComesAfterTheUsersWereChanged() throws Exception {
        MockHttpServletRequest login = new MockHttpServletRequest("POST", "/console/login");
        watch.doFilter(login, new MockHttpServletResponse(), (request, response) -> login.setSession(session));
        assertThat(session.isInvalid()).isFalse();

        users.incrementAndGet();
        ask("/console");

        assertThat(session.isInvalid()).isTrue();
    }

    @Test
    void refusesLimitsThatMakeNoSense() {
        assertThatThrownBy(() -> new SessionLimits(Duration.ZERO, Duration.ofHours(1)))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining("c4i.console.session.idle: 'PT0S'");
        assertThatThrownBy(() -> new SessionLimits(Duration.ofHours(2), Duration.ofHours(1)))
                .hasMessageContaining("c4i.console.session.longest: 'PT1H'");
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private void ask(String path) throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", path);
        request.setSession(session);
        watch.doFilter(request, new MockHttpServletResponse(), new MockFilterChain());
    }
}
