package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.link.receive.ReceiveStream;
import org.c4igateway.wan.link.record.RecordAssembly;
import org.c4igateway.wan.link.settings.LinkIdentity;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Test;

class LinkPeersTest {
    private static final Hello HELLO = new Hello("A", 3, 4, List.of(5L), List.of());

    private static LinkPeers peers(int wide, List<String> names) {
        LinkSettings settings = LinkSettings.at(1_000_000);
        return new LinkPeers(
                new LinkIdentity(1, HELLO, names),
                new LinkSettings(
                        settings.rate(), settings.shares(), settings.bounds().wide(wide), settings.patience()),
                0);
    }

    private static LinkPeers peers(String... names) {
        return peers(900, List.of(names));
    }

    private static void heard(LinkPeer peer, long session) {
        RecordAssembly.Output sink = new RecordAssembly.Output() {
            @Override
            public void record(Precedence precedence, byte[] record) {
                throw new AssertionError("nothing comes");
            }

            @Override
            public void unreadable() {
                throw new AssertionError("nothing comes");
            }
        };
        peer.begin(new ReceiveStream(
                session, LinkSettings.Bounds.DEFAULT, new ChunkUnpacker(List.of()), peer.counts, sink));
    }

    @Test
    void findsPeersByNameInTheirOrder() {
        LinkPeers peers = peers("C", "B");

        assertThat(peers.count()).isEqualTo(2);
        assertThat(peers.all()).extracting(peer -> peer.name).containsExactly("C", "B");
        assertThat(peers.receivers()).containsExactly(peers.named("C").receiver, peers.named("B").receiver);
        assertThatThrownBy(() -> peers.named("D")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void dividesWhatIsBeyondTheWindowsByThePeers() {
        assertThat(peers("B").boundsOfOne().wideFrames()).isEqualTo(900);
        assertThat(peers("B", "C", "D").boundsOfOne()).isEqualTo(LinkSettings.Bounds.DEFAULT.wide(300));
    }

    @Test
    void isUpWhenAnyPeerIs() {
        LinkPeers peers = peers("B", "C");
        assertThat(peers.isAnyUp()).isFalse();

        peers.named("C").state = LinkPeer.State.UP;

        assertThat(peers.isAnyUp()).isTrue();
    }

    @Test
    void greetsInEachDatagramWhileAnyPeerNeedsIt() {
        LinkPeers peers = peers("B", "C");
        peers.all().forEach(peer -> peer.state = LinkPeer.State.UP);
        peers.named("B").joined = true;
        assertThat(peers.needGreeting()).isTrue();

        peers.named("C").joined = true;

        assertThat(peers.needGreeting()).isFalse();
    }

    /** In a group each reads the feedback for the others; one that was never heard reads nothing. */
    @Test
    void tellsPartsWhenAllThatWereHeardUnderstandThem() {
        LinkPeers peers = peers("B", "C");
        assertThat(peers.takeParts()).as("nobody was heard").isTrue();
        heard(peers.named("B"), 7);
        assertThat(peers.takeParts()).as("B told no window").isFalse();
        peers.named("B").receiver.announced(10, 450);
        assertThat(peers.takeParts()).isTrue();

        heard(peers.named("C"), 8);
        assertThat(peers.takeParts()).as("C told no window").isFalse();
        peers.named("C").receiver.announced(10, 450);

        assertThat(peers.takeParts()).isTrue();
    }

    @Test
    void namesTheSessionsThatItHeardThoseFirstThatWaitForIt() {
        LinkPeers peers = peers("B", "C", "D");
        heard(peers.named("B"), 7);
        heard(peers.named("D"), 9);
        peers.named("B").joined = true;

        assertThat(peers.greeting()).isEqualTo(new Hello("A", 3, 4, List.of(5L), List.of(9L, 7L), 300));

        heard(peers.named("C"), 8);
        assertThat(peers.greeting().heard()).containsExactly(8L, 9L, 7L);
    }

    @Test
    void names24SessionsAtMost() {
        LinkPeers peers = peers(0, IntStream.range(0, 30).mapToObj(i -> "P" + i).toList());
        peers.all()
                .forEach(peer -> heard(peer, 100 + peers.all().stream().toList().indexOf(peer)));

        assertThat(peers.greeting().heard()).hasSize(24).startsWith(100L).endsWith(123L);
        assertThat(peers.greeting().window()).isZero();
    }
}
