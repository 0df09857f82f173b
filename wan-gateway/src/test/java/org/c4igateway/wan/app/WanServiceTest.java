package org.c4igateway.wan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.testkit.TestNetwork;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.system.CapturedOutput;

/** Files of running services that change while they carry. */
class WanServiceTest extends WanServiceFixture {
    @Test
    void keepsANewlyBlockedTopicBackAndCarriesTheOthers(CapturedOutput output) throws IOException {
        assertThat(isAccepted(alpha.send(1, TOPICS.get(0), "BRAVO"))).isTrue();
        await().atMost(SOON).until(() -> bravo.sequences().contains(1L));

        north(southPort, "rate: 10Mbit", "block: [" + TOPICS.get(0) + "]");

        await().atMost(SOON).until(() -> reloads(output) == 1);
        alpha.send(2, TOPICS.get(0), "BRAVO");
        alpha.send(3, TOPICS.get(1), "BRAVO");
        await().atMost(SOON).until(() -> bravo.sequences().contains(3L));
        await().atMost(SOON)
                .until(() -> alpha.receipts.stream()
                        .flatMap(receipt -> receipt.rejected().stream())
                        .anyMatch(rejection -> rejection.sequence() == 2 && rejection.code() == ErrorCode.LINK_POLICY));
        assertThat(bravo.sequences()).doesNotContain(2L);
        assertThat(output.getOut())
                .contains("c4i.wan.links.SOUTH.block: [] -> [" + TOPICS.get(0) + "]")
                .contains("c4i.wan.links.SOUTH.rate: 9600 -> 10Mbit");
    }

    @Test
    void sendsAtTheNewRateWhatWaits() throws IOException {
        byte[] slow = new byte[400_000];
        new Random(1).nextBytes(slow);
        assertThat(isAccepted(alpha.send(1, TOPICS.getFirst(), slow, "BRAVO"))).isTrue();

        north(southPort, "rate: 100Mbit");

        // At 9600 bit/s it would take more than five minutes.
        await().atMost(SOON).until(() -> bravo.sequences().contains(1L));
    }

    @Test
    void meetsAPeerAtItsNewPort(CapturedOutput output) throws IOException {
        int moved = TestNetwork.port();
        south(moved);
        north(moved, "rate: 10Mbit");

        await().atMost(SOON).until(() -> reloads(output) == 2);
        AtomicLong sentInEpoch = new AtomicLong(-1);
        await().atMost(SOON).until(() -> {
            sendInEachEpoch(sentInEpoch);
            return bravo.sequences().contains(1L);
        });
    }

    /** As a node: a message of an epoch that has ended need not arrive, and goes out again in the next one. */
    private void sendInEachEpoch(AtomicLong sentInEpoch) {
        long epoch = alpha.epochOf("BRAVO");
        if (epoch != sentInEpoch.get()
                && alpha.reaches("BRAVO")
                && isAccepted(alpha.send(1, TOPICS.getFirst(), "BRAVO"))) {
            sentInEpoch.set(epoch);
        }
    }

    @Test
    void readsAFileAgainWhoseKeysMayBeReadNow(CapturedOutput output) throws IOException {
        Path keys = directory.resolve("link.keys");
        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r--r--"));
        north(southPort, "rate: 10Mbit");
        await().atMost(SOON).until(() -> output.getOut().contains("can be read by all users"));

        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));

        await().atMost(SOON).until(() -> reloads(output) == 1);
        assertThat(output.getOut().split("can be read by all users", -1)).hasSize(2);
    }

    @Test
    void goesOnWithTheOldFileWhileTheNewOneIsWrong(CapturedOutput output) throws IOException {
        north(southPort, "rate: fast");

        await().atMost(SOON).until(() -> output.getOut().contains("The changed configuration is not used"));
        assertThat(output.getOut()).contains("c4i.wan.links.SOUTH.rate: 'fast' is not accepted");
        assertThat(isAccepted(alpha.send(1, TOPICS.getFirst(), "BRAVO"))).isTrue();
        await().atMost(SOON).until(() -> bravo.sequences().contains(1L));
    }

    @Test
    void changesKeysWithoutLosingTheLink(CapturedOutput output) throws IOException {
        Path keys = directory.resolve("link.keys");
        String old = Files.readString(keys).strip();
        String fresh = "2 " + "ab".repeat(32);
        long epoch = alpha.epochOf("BRAVO");
        int before = 0;
        for (String step : List.of(old + "\n" + fresh, fresh + "\n" + old, fresh)) {
            Files.writeString(keys, step + "\n");
            int expected = before + 2;
            await().atMost(SOON).until(() -> reloads(output) >= expected);
            before = expected;
        }

        assertThat(isAccepted(alpha.send(1, TOPICS.getFirst(), "BRAVO"))).isTrue();
        await().atMost(SOON).until(() -> bravo.sequences().contains(1L));
        assertThat(alpha.epochOf("BRAVO")).isEqualTo(epoch);
    }
}
