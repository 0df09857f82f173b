package org.c4igateway.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.testkit.VirtualTime;
import org.junit.jupiter.api.Test;

class LoopsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final VirtualTime time = new VirtualTime();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<GatewayException> defects = new ArrayList<>();
    private final Loops loops = new Loops(meters, time, time, defects::add);
    private final Loop loop = loops.add("sender", PATIENCE);

    private LoopState state() {
        return loops.states().getFirst();
    }

    @Test
    void isAliveWhileItBeatsAndNotWhenItHangs() {
        time.advance(PATIENCE);
        loop.beat();
        time.advance(PATIENCE);
        assertThat(state().alive()).isTrue();

        time.advance(Duration.ofSeconds(1));

        assertThat(state().alive()).isFalse();
        assertThat(state().silence()).isEqualTo(Duration.ofSeconds(11));
        assertThat(meters.get(MeterNames.LOOP_SILENCE).gauge().value()).isEqualTo(11);
        assertThat(meters.get(MeterNames.LOOP_ALIVE).gauge().value()).isZero();
        loop.beat();
        assertThat(state().alive()).isTrue();
    }

    @Test
    void owesNoBeatWhileItRests() {
        loop.rest();
        time.advance(Duration.ofDays(1));
        assertThat(state().alive()).isTrue();

        assertThat(afterTooLongIn(loop::turn).alive()).isFalse();
        loop.rest();
        assertThat(afterTooLongIn(work -> loop.attempt(() -> {
                            work.run();
                            return true;
                        }))
                        .alive())
                .isFalse();
    }

    /** @return how the loop is at the end of a turn of more than its patience */
    private LoopState afterTooLongIn(Consumer<Runnable> turn) {
        AtomicReference<LoopState> end = new AtomicReference<>();
        turn.accept(() -> {
            time.advance(PATIENCE.plusSeconds(1));
            end.set(state());
        });
        return end.get();
    }

    @Test
    void hasNoProblemAnyMoreWhileItRests() {
        loop.turn(() -> {
            throw new IllegalStateException("a defect");
        });
        time.advance(PATIENCE.plusSeconds(1));

        loop.rest();

        assertThat(state())
                .returns("", LoopState::problem)
                .returns(time.instant(), LoopState::lastBeat)
                .matches(LoopState::alive);
    }

    @Test
    void goesOnAfterAFailedTurnAndSaysHowOften() {
        for (int i = 0; i < 3; i++) {
            assertThat(loop.turn(() -> {
                        throw new AssertionError("of the first turns");
                    }))
                    .isFalse();
            time.advance(Duration.ofSeconds(5));
        }
        assertThat(state().alive()).as("each turn fails").isFalse();
        assertThat(state().problem()).contains("of the first turns");
        assertThat(meters.get(MeterNames.LOOP_FAILURES).counter().count()).isEqualTo(3);
        assertThat(defects).isEmpty();

        assertThat(loop.turn(() -> {})).isTrue();

        assertThat(state())
                .matches(LoopState::alive)
                .extracting(LoopState::problem)
                .isEqualTo("");
    }

    @Test
    void isNotAliveButRespondsWhileWhatItNeedsFailsEachTime() {
        for (int i = 0; i < 3; i++) {
            assertThat(loop.attempt(LoopsTest::away)).isFalse();
            assertThat(loop.attempt(() -> false)).as("nothing is due").isTrue();
            time.advance(Duration.ofSeconds(5));
        }

        assertThat(state())
                .returns(false, LoopState::alive)
                .returns(true, LoopState::responds)
                .returns(Duration.ofSeconds(15), LoopState::silence);
        assertThat(state().problem()).contains("the database is away");
        assertThat(meters.get(MeterNames.LOOP_FAILURES).counter().count()).isEqualTo(3);
        assertThat(meters.get(MeterNames.LOOP_ALIVE).gauge().value()).isZero();

        time.advance(Duration.ofSeconds(5));
        assertThat(state()).returns(true, LoopState::responds);
        time.advance(Duration.ofSeconds(1));
        assertThat(state()).as("it hangs").returns(false, LoopState::responds);

        assertThat(loop.attempt(() -> true)).isTrue();
        assertThat(state())
                .matches(LoopState::alive)
                .extracting(LoopState::problem)
                .isEqualTo("");
    }

    @Test
    void doesNotRespondWhileItsTurnsFailByADefect() {
        time.advance(PATIENCE.plusSeconds(1));

        assertThat(loop.attempt(() -> {
                    throw new IllegalStateException("a defect");
                }))
                .isFalse();

        assertThat(state().responds()).isFalse();
    }

    @Test
    void beatsWhileNothingIsDue() {
        time.advance(PATIENCE);
        loop.attempt(() -> false);
        time.advance(PATIENCE);

        assertThat(state().alive()).isTrue();
    }

    private static boolean away() {
        throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "the database is away", null);
    }

    @Test
    void stopsTheProcessWhenAThreadEndsByADefect() {
        loop.live(() -> {
            throw new StackOverflowError("deep");
        });

        assertThat(state().alive()).isFalse();
        assertThat(defects).singleElement().satisfies(fault -> {
            assertThat(fault.errorCode()).isEqualTo(ErrorCode.DEFECT);
            assertThat(fault).hasMessageContaining("sender").hasMessageContaining("deep");
        });
    }

    @Test
    void forgetsWhatEndsAsItShould() {
        loop.live(() -> {});

        assertThat(loops.states()).isEmpty();
        assertThat(meters.get(MeterNames.LOOP_SILENCE).gauge().value()).isZero();
        assertThat(defects).isEmpty();
    }

    @Test
    void keepsTheSuccessorWhenAnOlderLoopOfTheNameCloses() {
        Loop successor = loops.add("sender", PATIENCE);

        loop.close();

        assertThat(loops.states()).hasSize(1);
        successor.close();
        assertThat(loops.states()).isEmpty();
    }

    @Test
    void showsLoopsByNameAndThoseOfPartsApart() {
        Loop ofPart = loops.named("shard 1").named("BRAVO").add("sender", PATIENCE);
        loops.add("announcer", PATIENCE);
        time.advance(Duration.ofSeconds(3));
        Instant beaten = time.instant();
        ofPart.beat();

        assertThat(loops.states())
                .extracting(LoopState::name)
                .containsExactly("announcer", "sender", "sender, shard 1, BRAVO");
        assertThat(loops.states().getLast())
                .returns(beaten, LoopState::lastBeat)
                .returns(PATIENCE, LoopState::patience)
                .returns(Duration.ZERO, LoopState::silence);
        assertThat(meters.get(MeterNames.LOOP_SILENCE)
                        .tag(MeterNames.LOOP, "sender")
                        .gauge()
                        .value())
                .isEqualTo(3);
    }

    @Test
    void doesNotRespondOnceItHasStoppedEvenFromRest() {
        loop.rest();

        loop.end("its database was replaced");
        time.advance(Duration.ofSeconds(2));

        assertThat(state())
                .returns(false, LoopState::alive)
                .returns(false, LoopState::responds)
                .returns(Duration.ofSeconds(2), LoopState::silence)
                .returns("its database was replaced", LoopState::problem);
        assertThat(defects).isEmpty();
    }

    @Test
    void stopsTheProcessForAReasonOutsideOfIt() {
        GatewayException away =
                new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "the database is away", null);

        loops.stop(away);

        assertThat(defects).containsExactly(away);
        assertThat(state().alive()).isTrue();
    }
}
