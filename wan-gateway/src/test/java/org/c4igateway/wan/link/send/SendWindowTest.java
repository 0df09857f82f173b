package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.core.message.Precedence.PRIORITY;
import static org.c4igateway.core.message.Precedence.ROUTINE;
import static org.c4igateway.wan.link.send.SendSide.has;

import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Test;

/** How far levels may be ahead of receivers: four frames each here, and more where receivers keep more. */
class SendWindowTest {
    private static final int WINDOW = 4;
    private static final long UNLIMITED = 1_000;
    private static final LinkSettings.Bounds BOUNDS = new LinkSettings.Bounds(1_000, 1_000_000, 50_000, WINDOW, 1_000);

    private final SendSide side = new SendSide(1, BOUNDS);
    private final Receiver receiver = side.receivers.getFirst();

    @Test
    void closesALevelThatIsAWindowAhead() {
        side.send(FLASH, WINDOW - 1);
        assertThat(isOpen(FLASH)).isTrue();

        side.send(FLASH);

        assertThat(isOpen(FLASH)).isFalse();
        assertThat(isOpen(ROUTINE)).as("it has a window of its own").isTrue();
    }

    @Test
    void opensALevelWhenTheReceiverExpectsLaterFrames() {
        side.send(FLASH, WINDOW);

        side.heard(receiver, has(FLASH, 1, 2));

        assertThat(isOpen(FLASH)).isTrue();
        side.send(FLASH);
        assertThat(isOpen(FLASH)).as("what is out of turn does not count").isFalse();
    }

    @Test
    void closesALevelThatIsAsFarAheadAsTheLinkAsksFor() {
        side.send(FLASH);
        assertThat(side.flight.isOpen(side.level(FLASH), 2)).isTrue();

        side.send(FLASH);

        assertThat(side.flight.isOpen(side.level(FLASH), 2)).isFalse();
    }

    /** Three frames beyond the windows, two of FLASH and one of ROUTINE. */
    @Test
    void sharesWhatAReceiverKeepsBeyondTheWindows() {
        receiver.announced(3, 10);
        side.send(PRIORITY, WINDOW - 2);
        side.send(FLASH, WINDOW + 2);
        side.send(ROUTINE, WINDOW);
        assertThat(isOpen(FLASH)).isTrue();
        assertThat(isOpen(ROUTINE)).isTrue();

        side.send(ROUTINE);

        assertThat(isOpen(FLASH)).isFalse();
        assertThat(isOpen(ROUTINE)).isFalse();
        assertThat(isOpen(PRIORITY)).as("within its window").isTrue();
    }

    @Test
    void goesNoFurtherBeyondTheWindowsThanThisSideKeeps() {
        receiver.announced(100, 1);
        side.send(FLASH, WINDOW);
        assertThat(isOpen(FLASH)).isTrue();

        side.send(FLASH);

        assertThat(isOpen(FLASH)).isFalse();
    }

    @Test
    void isClosedWhileNobodyIsUp() {
        side.flight.down(receiver);

        assertThat(isOpen(FLASH)).isFalse();
    }

    @Test
    void waitsForTheSlowestReceiverThatIsUp() {
        SendSide two = new SendSide(2, BOUNDS);
        Receiver fast = two.receivers.getFirst();
        Receiver slow = two.receivers.getLast();
        two.send(FLASH, WINDOW);
        two.heard(fast, has(FLASH, WINDOW));
        assertThat(two.flight.isOpen(two.level(FLASH), UNLIMITED)).isFalse();

        two.flight.down(slow);

        assertThat(two.flight.isOpen(two.level(FLASH), UNLIMITED)).isTrue();
    }

    @Test
    void doesNotWaitForAReceiverThatCatchesUp() {
        SendSide two = new SendSide(2, BOUNDS);
        Receiver fast = two.receivers.getFirst();
        Receiver slow = two.receivers.getLast();
        two.flight.down(slow);
        two.send(FLASH, WINDOW);
        two.heard(fast, has(FLASH, WINDOW));
        two.send(FLASH);
        two.flight.up(slow);

        assertThat(slow.catchingUp).as("it misses more than a window").isTrue();
        assertThat(two.flight.isOpen(two.level(FLASH), UNLIMITED)).isTrue();
    }

    private boolean isOpen(Precedence precedence) {
        return side.flight.isOpen(side.level(precedence), UNLIMITED);
    }
}
