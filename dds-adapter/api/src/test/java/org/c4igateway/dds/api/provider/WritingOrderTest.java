package org.c4igateway.dds.api.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WritingOrderTest {
    private static final long X = 7;
    private static final long Y = 9;

    private final WritingOrder order = new WritingOrder();
    private final List<Long> moments = new ArrayList<>();

    @BeforeEach
    void begin() {
        order.begin();
    }

    private void take(long instance, long... nanos) {
        for (long each : nanos) {
            order.next(instance, each);
            moments.add(each);
        }
    }

    @Test
    void mergesTheInstancesOfATake() {
        take(X, 1, 3, 5);
        take(Y, 2, 4);

        assertThat(order.isOrdered()).isFalse();
        assertThat(order.order()).containsExactly(0, 3, 1, 4, 2);
        order.sort(moments);
        assertThat(moments).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void leavesWhatCameInOrder() {
        take(X, 1, 2);
        take(Y, 2, 3);

        assertThat(order.isOrdered()).isTrue();
        assertThat(order.order()).containsExactly(0, 1, 2, 3);
    }

    @Test
    void mergesSeveralTakes() {
        take(X, 1, 3);
        order.again();
        take(X, 5);
        take(Y, 2, 4, 6);

        order.sort(moments);

        assertThat(moments).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    }

    /** The clock was set back between the writing of 300 and of 100. */
    @Test
    void neverTurnsAnInstanceRoundAlsoOverSeveralTakes() {
        take(X, 200, 300);
        take(Y, 250);
        order.again();
        take(X, 100, 400);
        take(Y, 350);

        order.sort(moments);

        assertThat(moments).containsExactly(200L, 250L, 300L, 100L, 350L, 400L);
    }

    @Test
    void forgetsTheBatchBefore() {
        take(X, 200, 300);
        order.again();
        order.begin();
        moments.clear();
        take(X, 2);
        take(Y, 1);

        order.sort(moments);

        assertThat(moments).containsExactly(1L, 2L);
    }
}
