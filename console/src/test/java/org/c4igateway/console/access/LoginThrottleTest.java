package org.c4igateway.console.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.console.access.LoginThrottle.Decision;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {
    private static final String HERE = "192.0.2.1";
    private static final String ELSEWHERE = "198.51.100.7";

    private long nowNanos = Long.MAX_VALUE - Duration.ofMinutes(20).toNanos(); // the clock may overflow
    private final LoginThrottle throttle = new LoginThrottle(() -> nowNanos);

    @Test
    void letsThreeAttemptsThroughAndDoublesTheWaitAfterEachFurtherOne() {
        assertThat(waits("chief", 8)).extracting(Duration::toSeconds).containsExactly(0L, 0L, 0L, 1L, 2L, 4L, 8L, 16L);
    }

    @Test
    void neverHoldsAnAddressLongerThanAQuarterOfAnHour() {
        assertThat(waits("chief", 40).getLast()).isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void holdsANameFromManyAddressesForAtMostHalfAMinute() {
        List<Duration> waits = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waits.add(waitFor("chief", "203.0.113." + i));
        }
        assertThat(waits.subList(0, 5)).extracting(Duration::toSeconds).containsExactly(0L, 0L, 0L, 1L, 2L);
        assertThat(waits.getLast()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void holdsAnAddressThatTriesManyNames() {
        for (int i = 0; i < 3; i++) {
            admit("name" + i, HERE);
        }
        assertThat(throttle.begin("another", HERE)).isEqualTo(new Decision.Held(Duration.ofSeconds(1)));
        assertThat(throttle.begin("another", ELSEWHERE)).isEqualTo(new Decision.Admitted());
    }

    @Test
    void countsNamesWithoutRegardToCaseAsUsersAreFound() {
        admit("chief", "203.0.113.1");
        admit("CHIEF", "203.0.113.2");
        admit("Chief", "203.0.113.3");
        assertThat(throttle.begin("chieF", "203.0.113.4")).isInstanceOf(Decision.Held.class);
    }

    @Test
    void countsAnAttemptBeforeItsPasswordIsLookedAt() {
        for (int i = 0; i < 3; i++) {
            admit("chief", HERE); // none has failed yet
        }
        assertThat(throttle.begin("chief", HERE)).isInstanceOf(Decision.Held.class);
    }

    @Test
    void doesNotCountWhatItHoldsBack() {
        for (int i = 0; i < 3; i++) {
            admit("chief", HERE);
        }
        for (int i = 0; i < 100; i++) {
            throttle.begin("chief", HERE);
        }
        assertThat(throttle.begin("chief", HERE)).isEqualTo(new Decision.Held(Duration.ofSeconds(1)));
    }

    @Test
    void forgetsAfterASuccess() {
        waits("chief", 5);
        nowNanos += Duration.ofSeconds(16).toNanos();
        admit("chief", HERE);
        throttle.accepted("chief", HERE);

        assertThat(waits("chief", 4)).extracting(Duration::toSeconds).containsExactly(0L, 0L, 0L, 1L);
    }

    @Test
    void forgetsAfterAnHourWithoutAnAttempt() {
        waits("chief", 40);
        nowNanos += Duration.ofHours(1).toNanos();

        assertThat(waits("chief", 4)).extracting(Duration::toSeconds).containsExactly(0L, 0L, 0L, 1L);
    }

    @Test
    void doesNotLockAnOperatorOutByWhatOthersTryElsewhere() {
        admit("chief", HERE);
        throttle.accepted("chief", HERE);
        for (int i = 0; i < 20; i++) {
            waitFor("chief", "203.0.113." + i);
        }
        assertThat(throttle.begin("chief", ELSEWHERE)).isInstanceOf(Decision.Held.class);
        assertThat(throttle.begin("chief", HERE)).isEqualTo(new Decision.Admitted());
    }

    @Test
    void countsTheNetworkOfAnAddressOfIpv6() {
        for (int i = 1; i <= 3; i++) {
            admit("name" + i, "2001:db8:0:1::" + i);
        }
        assertThat(throttle.begin("name", "2001:db8:0:1:ffff::9")).isInstanceOf(Decision.Held.class);
        assertThat(throttle.begin("name", "2001:db8:0:2::1")).isEqualTo(new Decision.Admitted());
    }

    @Test
    void keepsHoldingANameWhileOthersFloodIt() {
        waits("chief", 8);
        for (int i = 0; i < 50_000; i++) {
            throttle.begin("n".repeat(i % 100) + i, "10." + (i >> 16) + "." + ((i >> 8) & 255) + "." + (i & 255));
            if (i % 100 == 0) {
                assertThat(throttle.begin("chief", HERE)).isInstanceOf(Decision.Held.class);
            }
        }
    }

    private void admit(String name, String address) {
        assertThat(throttle.begin(name, address)).isEqualTo(new Decision.Admitted());
    }

    /** Waits before so many attempts from one address, each made as soon as it is looked at. */
    private List<Duration> waits(String name, int attempts) {
        List<Duration> waits = new ArrayList<>();
        for (int i = 0; i < attempts; i++) {
            waits.add(waitFor(name, HERE));
        }
        return waits;
    }

    /** Waits until an attempt is looked at; returns for how long. */
    private Duration waitFor(String name, String address) {
        Duration rest = Duration.ZERO;
        if (throttle.begin(name, address) instanceof Decision.Held held) {
            rest = held.rest();
            nowNanos += rest.toNanos();
            admit(name, address);
        }
        return rest;
    }
}
