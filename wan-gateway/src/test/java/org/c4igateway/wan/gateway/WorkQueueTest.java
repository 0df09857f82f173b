package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.gateway.GatewayLoop.Work;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
    private final WorkQueue queue = new WorkQueue();
    private final List<String> done = new ArrayList<>();

    private Work work(String name) {
        return now -> done.add(name);
    }

    private void workAll() {
        for (Work next = queue.poll(); next != null; next = queue.poll()) {
            next.run(new ClockReading(0, 0));
        }
    }

    @Test
    void doesControlThenTheMostUrgentMessagesAndDatagramsInTurn() {
        queue.put(Precedence.ROUTINE, work("routine"), 1);
        queue.put(Precedence.FLASH, work("flash"), 1);
        queue.offer(work("datagram 1"), 1);
        queue.offer(work("datagram 2"), 1);
        queue.offer(work("datagram 3"), 1);
        queue.force(work("control"));

        workAll();

        assertThat(done).containsExactly("control", "datagram 1", "flash", "datagram 2", "routine", "datagram 3");
    }

    @Test
    void keepsRoomForFlashAndAShareForRoutine() {
        int routine = 0;
        while (routine < 16_384 - 16_384 / 20 * 3) {
            queue.put(Precedence.ROUTINE, work("routine"), 1);
            routine++;
        }
        Thread blocked = Thread.ofPlatform().daemon().start(() -> queue.put(Precedence.ROUTINE, work("late"), 1));
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> blocked.getState() == Thread.State.WAITING);

        for (int i = 0; i < 100; i++) {
            queue.put(Precedence.FLASH, work("flash"), 1);
        }
        workAll();

        assertThat(done.indexOf("routine")).as("its share").isBetween(1, 20);
        assertThat(done.lastIndexOf("flash")).as("ahead of what waited before").isLessThan(120);
    }

    @Test
    void dropsWhatComesAgainWhenThereIsTooMuch() {
        for (int i = 0; i < 100_000; i++) {
            queue.repeat(work("receipt"));
            queue.offer(work("datagram"), 1);
        }
        assertThat(queue.repeat(work("receipt"))).isFalse();
        assertThat(queue.offer(work("datagram"), 1)).isFalse();
        assertThat(queue.force(work("control"))).isTrue();

        workAll();

        assertThat(done).hasSize(2 * 16_384 + 1);
    }

    @Test
    void letsNobodyWaitWhenItIsClosed() {
        queue.close();

        queue.put(Precedence.ROUTINE, work("late"), 1);

        assertThat(queue.force(work("late"))).isFalse();
        assertThat(queue.isDone()).isTrue();
    }
}
