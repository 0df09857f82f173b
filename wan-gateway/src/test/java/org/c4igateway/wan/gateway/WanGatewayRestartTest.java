package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.wan.TestLoops;
import org.c4igateway.wan.lan.SiteLan;
import org.junit.jupiter.api.Test;

class WanGatewayRestartTest extends WanGatewayFixture {
    @Test
    void beginsAnEpochWhenTheOtherGatewayIsReplaced() throws Exception {
        LanNode alpha = opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
        LanNode bravo = opened(new LanNode(south, "BRAVO", 12, "ALPHA"));
        northern(KEYS);
        WanGateway first = southern(KEYS);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && bravo.reaches("ALPHA"));
        long epoch = alpha.epochOf("BRAVO");

        first.close();
        southern(KEYS);

        // Another gateway answers, then says what is behind it: each begins an epoch, in which an outbox sends again.
        AtomicLong sentIn = new AtomicLong(epoch);
        await().atMost(SOON).until(() -> {
            long present = alpha.epochOf("BRAVO");
            if (alpha.reaches("BRAVO") && present > sentIn.get()) {
                sentIn.set(present);
                alpha.send(1, TOPIC, "BRAVO");
            }
            return bravo.sequences().contains(1L);
        });
        assertThat(bravo.sequences()).containsOnly(1L);
    }

    @Test
    void carriesAfterARestartWhatAnApplicationWroteDuringAnOutage() {
        journals = directory;
        opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
        LanNode bravo = opened(new LanNode(south, "BRAVO", 12, "ALPHA"));
        SiteLan application = opened(new SiteLan(
                SiteLan.Domain.of(DdsSettings.loopback(north), 1 << 20),
                LanNode.CATALOGUE,
                new SimpleMeterRegistry(),
                new DeafApplication(),
                TestLoops.create()));
        application.start();
        WanGateway first = northern(KEYS);
        WanGateway away = southern(KEYS);
        // The gateway drops what is written before it knows all systems.
        await().atMost(SOON).until(() -> {
            write(application, 1);
            return bravo.sequences().contains(1L);
        });
        away.close();
        await().atMost(SOON).until(() -> !isUp(first));
        LongStream.rangeClosed(2, 20).forEach(sequence -> write(application, sequence));
        await().atMost(SOON).until(() -> waiting(first) >= 19);

        first.close();
        WanGateway second = northern(KEYS);
        await().atMost(SOON).until(() -> waiting(second) >= 19);
        southern(KEYS);

        await().atMost(SOON).untilAsserted(() -> assertThat(bravo.sequences()).contains(20L));
        assertThat(bravo.sequences().stream().filter(sequence -> sequence > 1).toList())
                .isEqualTo(LongStream.rangeClosed(2, 20).boxed().toList());
        await().atMost(SOON).until(() -> waiting(second) == 0);
    }

    private static boolean isUp(WanGateway gateway) {
        return gateway.links().stream()
                .anyMatch(link -> link.snapshot().peers().getFirst().up());
    }

    private static long waiting(WanGateway gateway) {
        return gateway.links().stream()
                .mapToLong(link -> link.journal().records())
                .sum();
    }

    private static void write(SiteLan lan, long sequence) {
        long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        byte[] text = ("MSGID/TEST/" + sequence + "//").getBytes(StandardCharsets.UTF_8);
        lan.write(
                new KmtfMessage("APP", "", sequence, TOPIC, 3, now, Long.MAX_VALUE, "EXERCISE", List.of("BRAVO"), text),
                now);
    }
}
