package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.c4igateway.wan.link.send.Receiver;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Test;

/**
 * How many frames a receiver may be behind: 32, and those of four rounds; more where frames are lost.
 *
 * <p>The first round trip is 10 ms. An answer may take three times as long, a round trip and four times its variation,
 * which begins as a half. So a round has 30 frames.
 */
class SendWindowFitTest extends SendStreamFixture {
    private static LinkSettings.Bounds bounds(int window, int wide) {
        return new LinkSettings.Bounds(100_000, 1 << 28, 1 << 20, window, 65_536, wide);
    }

    private static End measured(LinkSettings.Bounds bounds, String... names) {
        End end = end(bounds, PATIENCE, names);
        up(end, names);
        end.stream().sent(100, true, 0);
        for (String name : names) {
            end.peer(name).receiver.announced(bounds.wideFrames(), bounds.wideFrames());
            hear(end, name, 0, 10 * MILLI);
        }
        return end;
    }

    private static End measured(String... names) {
        return measured(LinkSettings.Bounds.DEFAULT, names);
    }

    /** From now on an answer may take twice as long: the round trip is 20 ms. */
    private static void slow(Receiver receiver) {
        receiver.turnaround.sample(10 * MILLI);
        while (receiver.turnaround.timeoutNanos(0) < 60 * MILLI) {
            receiver.turnaround.sample(60 * MILLI);
        }
    }

    @Test
    void holdsFourRounds() {
        assertThat(fill(measured("B"), 10 * MILLI)).isEqualTo(32 + 4 * 30);
    }

    @Test
    void holdsMoreRoundsTheMoreIsLost() {
        End end = measured("B");
        end.peer("B").receiver.loss.add(32, 128);
        end.stream().rate(RATE);

        assertThat(fill(end, 10 * MILLI)).as("4 and 16 times 1/4").isEqualTo(32 + 8 * 30);
    }

    @Test
    void holdsAsMuchAsTheRateCarries() {
        End end = measured("B");
        end.stream().rate(RATE * 2);

        assertThat(fill(end, 10 * MILLI)).isEqualTo(32 + 4 * 60);
    }

    @Test
    void holdsNoMoreThanTheBoundForAPeerThatTellsNoWindow() {
        assertThat(fill(measured(bounds(100, 0), "B"), 10 * MILLI)).isEqualTo(100);
    }

    @Test
    void holdsTwoRoundsMoreWhenItIsBeyondTheOrdinaryWindow() {
        assertThat(fill(measured(bounds(120, 1_000), "B"), 10 * MILLI)).isEqualTo(32 + 4 * 30);
        assertThat(fill(measured(bounds(119, 1_000), "B"), 10 * MILLI)).isEqualTo(32 + 6 * 30);
    }

    @Test
    void holdsBothBoundsTogetherAtMost() {
        assertThat(fill(measured(bounds(100, 50), "B"), 10 * MILLI)).isEqualTo(100 + 50);
    }

    @Test
    void fitsTheSlowestReceiverThatIsUp() {
        End end = measured("B", "C");
        slow(end.peer("C").receiver);
        end.stream().rate(RATE);
        int slow = fill(end, 10 * MILLI);
        assertThat(slow).isGreaterThan(32 + 4 * 59);

        End other = measured("B", "C");
        slow(other.peer("C").receiver);
        other.stream().flight.down(other.peer("C").receiver);
        other.stream().rate(RATE);
        assertThat(fill(other, 10 * MILLI)).as("C is down").isEqualTo(32 + 4 * 30);
    }

    @Test
    void doesNotFitAReceiverThatCatchesUp() {
        End end = measured("B", "C");
        slow(end.peer("C").receiver);
        end.peer("C").receiver.loss.add(64, 128);
        end.peer("C").receiver.catchingUp = true;
        end.stream().rate(RATE);

        assertThat(fill(end, 10 * MILLI)).isEqualTo(32 + 4 * 30);
    }

    /** Where a tenth is lost, two copies bring the risk down; they are a quarter of an answer's time apart. */
    @Test
    void sendsCopiesAQuarterOfAnAnswersTimeApart() {
        End end = measured("B");
        end.peer("B").receiver.loss.add(12, 120);
        end.stream().rate(RATE);
        send(end, 10 * MILLI);

        assertThat(end.stream().scheduler.nextCopyNanos(10 * MILLI)).isEqualTo(10 * MILLI + 30 * MILLI / 4);
    }

    @Test
    void sendsNoCopiesWhereNothingIsLost() {
        End end = measured("B");
        send(end, 10 * MILLI);

        assertThat(end.stream().scheduler.nextCopyNanos(10 * MILLI)).isEqualTo(Long.MAX_VALUE);
    }
}
