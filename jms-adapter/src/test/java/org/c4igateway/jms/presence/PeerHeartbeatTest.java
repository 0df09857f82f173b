package org.c4igateway.jms.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PeerHeartbeatTest {
    private static final Duration MOMENT = Duration.ofMillis(10);

    private final AtomicLong nanos = new AtomicLong(-42);
    private final PeerHeartbeat pulse = new PeerHeartbeat(nanos::get);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /** @return beats in that time when nothing is heard */
    private int beatsIn(Duration time) {
        int beats = 0;
        long end = nanos.get() + time.toNanos();
        while (nanos.get() < end) {
            if (pulse.beats()) {
                beats++;
            }
            pass(pulse.untilNextLook());
        }
        return beats;
    }

    @Test
    void isNotAliveBeforeItIsHeardAndNoLongerThanTheSilenceAllows() {
        assertThat(pulse.isAlive()).isFalse();
        pulse.heard();
        assertThat(pulse.isAlive()).isTrue();
        pass(PeerHeartbeat.SILENCE.minus(MOMENT));
        assertThat(pulse.isAlive()).isTrue();
        pass(MOMENT);
        assertThat(pulse.isAlive()).isFalse();
        pulse.heard();
        assertThat(pulse.isAlive()).isTrue();
    }

    @Test
    void beatsAtOnceThenInIntervals() {
        assertThat(pulse.beats()).isTrue();
        assertThat(pulse.beats()).isFalse();
        pulse.heard();
        for (int i = 0; i < 100; i++) {
            pass(PeerHeartbeat.INTERVAL);
            pulse.heard();
            assertThat(pulse.beats()).isTrue();
            assertThat(pulse.beats()).isFalse();
        }
    }

    @Test
    void putsFewBeatsIntoTheQueueOfAPeerThatIsAwayForADay() {
        assertThat(beatsIn(Duration.ofDays(1))).isBetween(1_400, 1_450);
        pulse.heard();
        assertThat(pulse.beats()).isTrue();
        assertThat(pulse.untilNextLook()).isEqualTo(PeerHeartbeat.INTERVAL);
    }

    @Test
    void wakesInTimeToNoticeSilence() {
        pulse.heard();
        Duration looked = Duration.ZERO;
        while (pulse.isAlive() && looked.compareTo(PeerHeartbeat.SILENCE) <= 0) {
            pulse.beats();
            Duration pause = pulse.untilNextLook();
            pass(pause);
            looked = looked.plus(pause);
        }
        assertThat(looked).isEqualTo(PeerHeartbeat.SILENCE);
    }
}
