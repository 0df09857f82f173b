package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.c4igateway.core.testkit.HeldCalls;
import org.junit.jupiter.api.Test;

class ParallelCallTest {
    private static final Duration TIME = Duration.ofNanos(100);

    private final HeldCalls calls = new HeldCalls();
    private final ParallelCall<String> call = new ParallelCall<>();

    @Test
    void isOpenUntilItsResultIsTaken() {
        assertThat(call.isOpen()).isFalse();
        assertThat(call.take()).isNull();

        calls.hold();
        call.start(calls, () -> "result", 1_000);
        assertThat(call.isOpen()).isTrue();
        assertThat(call.take()).as("has not come back").isNull();

        calls.letGo();
        assertThat(call.isOpen()).isTrue();
        assertThat(call.take()).isEqualTo("result");
        assertThat(call.isOpen()).isFalse();
        assertThat(call.take()).isNull();
    }

    @Test
    void saysForHowLongItIsOpen() {
        assertThat(call.isOpenFor(TIME, Long.MAX_VALUE)).isFalse();
        calls.hold();
        call.start(calls, () -> "result", 1_000);

        assertThat(call.isOpenFor(TIME, 1_100)).isFalse();
        assertThat(call.isOpenFor(TIME, 1_101)).isTrue();

        call.abandon();
        assertThat(call.isOpenFor(TIME, 1_101)).isFalse();
    }

    @Test
    void goesOnOneAtATime() {
        calls.hold();
        call.start(calls, () -> "first", 0);

        assertThatThrownBy(() -> call.start(calls, () -> "second", 0)).isInstanceOf(IllegalStateException.class);

        calls.letGo();
        assertThat(call.take()).isEqualTo("first");
    }

    @Test
    void throwsWhatTheCallThrewOnce() {
        RuntimeException fault = new IllegalStateException("broken");
        call.start(calls, () -> throwing(fault), 0);
        assertThatThrownBy(call::take).isSameAs(fault);
        assertThat(call.isOpen()).isFalse();

        Error error = new StackOverflowError();
        call.start(
                calls,
                () -> {
                    throw error;
                },
                0);
        assertThatThrownBy(call::take).isSameAs(error);
        assertThat(call.take()).isNull();
    }

    private static String throwing(RuntimeException fault) {
        throw fault;
    }
}
