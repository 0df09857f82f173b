package org.c4igateway.wan.link.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.link.settings.LinkSettings.Bounds;
import org.c4igateway.wan.link.settings.LinkSettings.Patience;
import org.c4igateway.wan.link.settings.LinkSettings.Rate;
import org.c4igateway.wan.link.settings.LinkSettings.Shares;
import org.junit.jupiter.api.Test;

class LinkSettingsTest {
    private static void refused(ThrowingCallable settings) {
        assertThatThrownBy(settings).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void boundsTheRateAndTheDatagram() {
        assertThat(new Rate(1, 0, 448).maxWireBytes()).isEqualTo(448);
        assertThat(new Rate(1, 10, FrameLimits.BODY_BYTES).maxWireBytes()).isEqualTo(10 + FrameLimits.BODY_BYTES);
        assertThat(Rate.of(5)).isEqualTo(new Rate(5, FrameLimits.AROUND_BODY_BYTES, FrameLimits.BODY_BYTES));
        refused(() -> new Rate(0, 0, 448));
        refused(() -> new Rate(1, -1, 448));
        refused(() -> new Rate(1, 0, 447));
        refused(() -> new Rate(1, 0, FrameLimits.BODY_BYTES + 1));
    }

    @Test
    void sharesAreBelowOneAndSomeOfThemNotNothing() {
        assertThat(new Shares(0, 0.1, 0, 0.1, 0.1).routineFloor()).isZero();
        refused(() -> new Shares(1, 0.1, 0, 0.1, 0.1));
        refused(() -> new Shares(-0.1, 0.1, 0, 0.1, 0.1));
        refused(() -> new Shares(0, 1, 0, 0.1, 0.1));
        refused(() -> new Shares(0, 0, 0, 0.1, 0.1));
        refused(() -> new Shares(0, 0.1, 1, 0.1, 0.1));
        refused(() -> new Shares(0, 0.1, 0, 1, 0.1));
        refused(() -> new Shares(0, 0.1, 0, 0, 0.1));
        refused(() -> new Shares(0, 0.1, 0, 0.1, 1));
        refused(() -> new Shares(0, 0.1, 0, 0.1, 0));
        refused(() -> new Shares(0, 0.1, 0, 0.1, Double.NaN));
    }

    @Test
    void boundsArePositive() {
        Bounds least = new Bounds(1, 1, 1, 1, 1, 0);
        assertThat(new Bounds(1, 1, 1, 1, 1)).isEqualTo(least);
        refused(() -> new Bounds(0, 1, 1, 1, 1));
        refused(() -> new Bounds(1, 0, 1, 1, 1));
        refused(() -> new Bounds(1, 1, 0, 1, 1));
        refused(() -> new Bounds(1, 1, 1, 0, 1));
        refused(() -> new Bounds(1, 1, 1, 2, 1));
        refused(() -> new Bounds(1, 1, 1, 1, 1, -1));
    }

    @Test
    void windowsAreNotLargerThanFeedbackDescribes() {
        assertThat(new Bounds(1, 1, 1, 32_768, 32_768, 1 << 20).windowFrames()).isEqualTo(32_768);
        refused(() -> new Bounds(1, 1, 1, 32_769, 32_769));
        refused(() -> new Bounds(1, 1, 1, 1, 1, (1 << 20) + 1));
    }

    /** 112 Mbit/s carry 10,000 frames of 1,400 bytes a second, 120,000 in the 12 s that may be in flight. */
    @Test
    void windowsHoldWhatTheLinkCarriesInTwelveSeconds() {
        assertThat(Bounds.at(112_000_000)).isEqualTo(Bounds.DEFAULT.wide(120_000 - 8_192));
        assertThat(LinkSettings.at(112_000_000).bounds().wideFrames()).isEqualTo(111_808);
        assertThat(Bounds.at(9_600).wideFrames())
                .as("the ordinary windows are enough")
                .isZero();
        assertThat(Bounds.at(1_000_000_000_000L).wideFrames()).isEqualTo(1 << 20);
    }

    @Test
    void defaultBoundsAreAsDocumented() {
        assertThat(Bounds.DEFAULT.queuedItems()).isEqualTo(100_000);
        assertThat(Bounds.DEFAULT.queuedBytes()).isEqualTo(256L * 1_024 * 1_024);
        assertThat(Bounds.DEFAULT.wideFrames()).isZero();
    }

    @Test
    void waitingTakesTime() {
        assertThat(new Patience(1, 1, 1).knockNanos()).isEqualTo(1);
        refused(() -> new Patience(0, 1, 1));
        refused(() -> new Patience(1, 0, 1));
        refused(() -> new Patience(1, 1, 0));
    }

    @Test
    void aLinkHasOneTo64DifferentPeers() {
        Hello hello = new Hello("A", 1, 0, List.of(), List.of());
        List<String> many = IntStream.range(0, 65).mapToObj(i -> "P" + i).toList();
        assertThat(new LinkIdentity(1, hello, many.subList(0, 64)).peers()).hasSize(64);
        assertThat(new LinkIdentity(1, hello, List.of("B")).peers()).containsExactly("B");
        refused(() -> new LinkIdentity(1, hello, List.of()));
        refused(() -> new LinkIdentity(1, hello, many));
        refused(() -> new LinkIdentity(1, hello, List.of("B", "B")));
    }
}
