package org.c4igateway.jms.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class PeerStartTest {
    private long nanos;
    private final PeerStart start = new PeerStart(true, () -> nanos);

    @Test
    void rowsOfAConnectionAreForTheStartThatWasKnownWhenTheFirstWasEncoded() {
        LongSupplier first = start.recipient();
        assertThat(first.getAsLong()).as("nothing told").isZero();

        start.announced(7);
        assertThat(first.getAsLong()).isEqualTo(7);
        start.announced(8);

        assertThat(first.getAsLong()).as("rows of before are with that start").isEqualTo(7);
        assertThat(start.recipient().getAsLong()).as("a connection after it").isEqualTo(8);
    }

    @Test
    void tellsARestartFromTheFirstAnnouncement() {
        assertThat(start.announced(7)).isFalse();
        assertThat(start.announced(7)).isFalse();
        assertThat(start.announced(8)).isTrue();
    }

    @Test
    void isKnownOnceItHasToldOrHasHadItsTime() {
        start.connected();
        nanos += Duration.ofSeconds(4).toNanos();
        assertThat(start.isKnown()).as("nothing of it has come").isFalse();
        start.heard();
        assertThat(start.isKnown()).isFalse();
        nanos += Duration.ofSeconds(2).toNanos();
        start.heard();
        nanos += Duration.ofSeconds(2).toNanos();
        assertThat(start.isKnown()).isTrue();
        start.connected();
        assertThat(start.isKnown()).isFalse();

        start.announced(7);
        start.disconnected();

        assertThat(start.isKnown())
                .as("a broker hides a restart, and nothing else was told")
                .isTrue();
    }

    @Test
    void isToldToNobodyWhereAConnectionBelongsToOneStart() {
        PeerStart engine = new PeerStart(false, () -> nanos);
        engine.announced(7);

        assertThat(engine.isKnown()).isTrue();
        assertThat(engine.recipient().getAsLong()).isZero();
        engine.disconnected();
        assertThat(engine.announced(8)).as("its connection has ended with it").isFalse();
    }
}
