package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.DataFrame;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.link.measure.PeerSnapshot;
import org.c4igateway.wan.link.receive.ReceiveStream;
import org.c4igateway.wan.link.record.RecordAssembly;
import org.c4igateway.wan.link.send.Receiver;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Test;

class LinkPeerTest {
    private static final long MILLI = 1_000_000;
    private static final long BEGIN = 10_000 * MILLI;
    private static final long COST = 100 * MILLI;
    private static final long NEVER = Long.MAX_VALUE;

    private final LinkPeer peer = new LinkPeer("B", new Receiver(0), LinkSettings.Patience.DEFAULT, BEGIN);

    LinkPeerTest() {
        peer.feedback.adapt(COST, 0);
    }

    private ReceiveStream stream(long session) {
        return new ReceiveStream(
                session,
                LinkSettings.Bounds.DEFAULT,
                new ChunkUnpacker(List.of()),
                peer.counts,
                new RecordAssembly.Output() {
                    @Override
                    public void record(Precedence precedence, byte[] record) {
                        throw new AssertionError("no frame holds a record");
                    }

                    @Override
                    public void unreadable() {
                        // frames without a body
                    }
                });
    }

    private static void hear(ReceiveStream stream, long sequence) {
        DataFrame frame = new DataFrame(0, sequence, 0, new byte[0]);
        stream.take(new Datagram(5, sequence, Optional.empty(), List.of(), Optional.of(frame), false), 0);
    }

    @Test
    void isGreetedInEachDatagramFromWhenItIsUpUntilItHasConfirmedSomething() {
        assertThat(peer.needsGreeting()).isFalse();
        peer.begin(stream(5));
        assertThat(peer.isUp()).isFalse();
        assertThat(peer.needsGreeting()).as("not up").isFalse();

        peer.state = LinkPeer.State.UP;
        assertThat(peer.isUp()).isTrue();
        assertThat(peer.needsGreeting()).isTrue();

        peer.joined = true;
        assertThat(peer.needsGreeting()).isFalse();
    }

    @Test
    void aNewSessionBeginsAnew() {
        peer.begin(stream(5));
        peer.state = LinkPeer.State.UP;
        peer.joined = true;
        peer.awaitsGreeting = false;
        peer.lastFeedbackPacket = 17;

        peer.begin(stream(6));

        assertThat(peer.isUp()).isFalse();
        assertThat(peer.joined).isFalse();
        assertThat(peer.awaitsGreeting).isTrue();
        assertThat(peer.lastFeedbackPacket).isEqualTo(-1);
        assertThat(peer.snapshot().session()).isEqualTo(6);
    }

    @Test
    void isGreetedOnlyWhenItAsks() {
        assertThat(peer.mayBeGreeted(BEGIN)).isFalse();
        assertThat(peer.greetAtNanos()).isEqualTo(NEVER);

        peer.awaitsGreeting = true;
        assertThat(peer.mayBeGreeted(BEGIN)).isTrue();
        assertThat(peer.greetAtNanos()).isEqualTo(BEGIN);

        peer.greeted(BEGIN);
        assertThat(peer.mayBeGreeted(NEVER)).isFalse();
        assertThat(peer.greetAtNanos()).isEqualTo(NEVER);
    }

    /** Three beyond the rate, and the one that the rate allows. */
    @Test
    void isGreetedThreeTimesMoreAfterASilenceAndThenAtTheRateOfFeedback() {
        long now = BEGIN + 1_000 * COST;
        for (int greetings = 0; greetings < 4; greetings++) {
            peer.awaitsGreeting = true;
            assertThat(peer.mayBeGreeted(now)).isTrue();
            peer.greeted(now);
        }
        peer.awaitsGreeting = true;
        assertThat(peer.greetAtNanos()).isEqualTo(now + COST);
        assertThat(peer.mayBeGreeted(now + COST - 1)).isFalse();
        assertThat(peer.mayBeGreeted(now + COST)).isTrue();

        peer.greeted(now + COST);

        peer.awaitsGreeting = true;
        assertThat(peer.greetAtNanos()).isEqualTo(now + 2 * COST);
    }

    @Test
    void mayBeToldOnceItKnowsThisSide() {
        assertThat(peer.mayBeTold()).as("never heard").isFalse();
        ReceiveStream stream = stream(5);
        peer.begin(stream);
        assertThat(peer.mayBeTold()).as("heard").isFalse();

        stream.acceptFrom(0);

        assertThat(peer.mayBeTold()).isTrue();
    }

    @Test
    void paysForFeedbackAndIsDoneWhenAllIsTold() {
        ReceiveStream stream = stream(5);
        peer.begin(stream);
        stream.acceptFrom(0);
        hear(stream, 0);
        peer.feedback.heard(true);
        stream.feedback(100, true, BEGIN);

        peer.told(false, BEGIN);

        assertThat(peer.feedback.isPending()).isFalse();
        peer.feedback.heard(false);
        assertThat(peer.feedback.dueAtNanos()).isEqualTo(BEGIN + COST);
        peer.told(true, BEGIN);
        peer.feedback.heard(false);
        assertThat(peer.feedback.dueAtNanos()).as("an eighth with data").isEqualTo(BEGIN + COST + COST / 8);
    }

    @Test
    void isToldTheNextPartAsSoonAsTheLastOneIsPaidFor() {
        ReceiveStream stream = stream(5);
        peer.begin(stream);
        stream.acceptFrom(0);
        hear(stream, 0);
        for (int sequence = 3; sequence < 1_000; sequence += 2) {
            hear(stream, sequence);
        }
        peer.feedback.heard(false);
        stream.feedback(800, true, BEGIN);

        peer.told(false, BEGIN);

        assertThat(peer.feedback.isPending()).isTrue();
        assertThat(peer.feedback.dueAtNanos()).as("a part costs four").isEqualTo(BEGIN + 4 * COST);
        stream.feedback(800, true, BEGIN);
        peer.told(false, BEGIN);
        assertThat(peer.feedback.isPending()).as("all is told").isFalse();
    }

    @Test
    void showsItsState() {
        assertThat(peer.snapshot()).isEqualTo(new PeerSnapshot("B", false, 0, 500 * MILLI, 0, 0, peer.counts.tally()));
        ReceiveStream stream = stream(5);
        peer.begin(stream);
        stream.acceptFrom(0);
        peer.state = LinkPeer.State.UP;
        hear(stream, 0);
        hear(stream, 2);
        hear(stream, 4);
        peer.receiver.rtt.sample(20 * MILLI);
        peer.receiver.loss.add(1, 4);

        assertThat(peer.snapshot()).isEqualTo(new PeerSnapshot("B", true, 5, 20 * MILLI, 0.25, 2, peer.counts.tally()));
        assertThat(peer.snapshot().received().datagrams()).isEqualTo(3);
    }
}
