package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.wan.link.send.SendSide.has;

import java.util.List;
import org.c4igateway.wan.link.Balance;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Frames on their way to two receivers: a window of 8 frames, and 16 kept for a receiver that is away. */
class FramesForReceiversTest {
    private static final int WINDOW = 8;
    private static final int RETAINED = 16;

    private final SendSide side = new SendSide(2, new LinkSettings.Bounds(1_000, 1_000_000, 50_000, WINDOW, RETAINED));
    private final Receiver a = side.receivers.get(0);
    private final Receiver b = side.receivers.get(1);

    @AfterEach
    void everyRecordIsAccountedFor() {
        assertThat(side.accounts.tallies()).allMatch(Balance::holds);
    }

    @Test
    void endsARecordWhenAllHaveHandedItOn() {
        side.send(FLASH);
        side.heard(a, has(FLASH, 1));
        assertThat(side.endings.told).isEmpty();
        assertThat(side.flight.hasOutstanding()).isTrue();

        side.heard(b, has(FLASH, 1));

        assertThat(side.endings.told).containsExactly("0 ACKED");
        assertThat(side.flight.hasOutstanding()).isFalse();
    }

    @Test
    void holdsUpNoneForAReceiverThatGoesDown() {
        List<Frame> frames = side.send(FLASH, 3);
        side.heard(b, has(FLASH, 0, 1));
        side.heard(a, has(FLASH, 2));
        assertThat(side.lost(FLASH)).contains(frames.getFirst());

        side.flight.down(b);

        assertThat(side.lost(FLASH)).isEmpty();
        assertThat(side.level(FLASH).outstanding()).containsExactly(frames.getLast());
        side.heard(a, has(FLASH, 3));
        assertThat(side.flight.hasOutstanding()).isFalse();
        assertThat(side.flight.retained()).as("kept for the other").isEqualTo(3);
        assertThat(side.endings.told).isEmpty();
    }

    @Test
    void keepsWhatNobodyHasWhenAllGoDown() {
        side.send(FLASH);
        side.heard(a, has(FLASH, 1));
        side.flight.down(a);
        assertThat(side.flight.hasOutstanding()).isTrue();

        side.flight.down(b);

        assertThat(side.flight.hasOutstanding()).as("the second has it not").isTrue();
    }

    @Test
    void repairsAtOnceWhatAReceiverMissedThatIsBack() {
        side.flight.down(b);
        List<Frame> frames = side.send(FLASH, 2);
        side.heard(a, has(FLASH, 2));

        side.flight.up(b);

        assertThat(side.lost(FLASH)).isEqualTo(frames);
        frames.forEach(side::repair);
        side.heard(b, has(FLASH, 2));
        assertThat(side.endings.told).containsExactly("0 ACKED", "1 ACKED");
    }

    @Test
    void waitsAgainForAReceiverThatIsBack() {
        side.flight.down(b);
        side.flight.up(b);
        side.send(FLASH);

        side.heard(a, has(FLASH, 1));

        assertThat(side.flight.hasOutstanding()).isTrue();
    }

    @Test
    void catchesUpByTheWindow() {
        side.flight.down(b);
        List<Frame> frames = side.send(FLASH, WINDOW + 3);
        side.heard(a, has(FLASH, WINDOW + 3));

        side.flight.up(b);
        assertThat(side.lost(FLASH)).isEqualTo(frames.subList(0, WINDOW));
        assertThat(b.catchingUp).isTrue();

        side.repair(frames.get(0));
        side.repair(frames.get(1));
        side.heard(b, has(FLASH, 2));
        assertThat(side.lost(FLASH)).isEqualTo(frames.subList(2, WINDOW + 2));
        assertThat(b.catchingUp).isTrue();

        side.repair(frames.get(2));
        side.heard(b, has(FLASH, 3));
        assertThat(side.lost(FLASH)).isEqualTo(frames.subList(3, WINDOW + 3));
        assertThat(b.catchingUp).isFalse();
    }

    @Test
    void catchesUpWithoutWhatTheReceiverHas() {
        List<Frame> frames = side.send(FLASH, 3);
        side.heard(b, has(FLASH, 1, 2));
        side.flight.down(b);
        side.heard(a, has(FLASH, 3));

        side.flight.up(b);

        assertThat(side.lost(FLASH)).containsExactly(frames.get(1));
    }

    @Test
    void learnsAtEachReceiverForItself() {
        Frame frame = side.send(FLASH);
        side.probe();
        side.heard(a);
        side.heard(a, has(FLASH, 1));
        assertThat(a.tolerance.packets()).isEqualTo(2);

        side.heard(b, has(FLASH, 1));

        assertThat(b.tolerance.packets()).as("never missed %s", frame.sequence).isZero();
    }

    @Test
    void learnsAtAllThatMissedAFrame() {
        Frame frame = side.send(FLASH);
        side.probe();
        side.heard(a);
        side.repair(frame);
        side.probe();
        side.heard(b);

        side.heard(a, has(FLASH, 1));
        side.heard(b, has(FLASH, 1));

        assertThat(a.tolerance.packets()).isEqualTo(2);
        assertThat(b.tolerance.packets()).isEqualTo(2);
    }
}
