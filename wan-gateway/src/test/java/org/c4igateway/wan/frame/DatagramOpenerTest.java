package org.c4igateway.wan.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.RefusalReason;
import org.c4igateway.wan.frame.wire.SessionNumber;
import org.junit.jupiter.api.Test;

/** Who is let in: keys, sessions, replays. */
class DatagramOpenerTest {
    private static final long SESSION = TestDatagrams.SESSION;
    private static final String STREAM = TestDatagrams.STREAM;

    private final DatagramOpener opener = new DatagramOpener(STREAM, TestDatagrams.keys(1));

    private static byte[] seal(KeyRing keys, long session, long packet) {
        return new DatagramSealer(STREAM, session, keys).seal(TestDatagrams.data(session, packet, "body"));
    }

    private static RefusalReason refusal(OpenResult openResult) {
        assertThat(openResult).isInstanceOf(OpenResult.Refused.class);
        return ((OpenResult.Refused) openResult).reason();
    }

    private static void assertOpens(OpenResult openResult) {
        assertThat(openResult).isInstanceOf(OpenResult.Opened.class);
    }

    @Test
    void refusesAnotherKeyOfTheSameName() {
        KeyRing foreign = KeyRing.of(1, java.util.Map.of(1, TestDatagrams.key(99)));

        assertThat(refusal(opener.open(seal(foreign, SESSION, 1)))).isEqualTo(RefusalReason.NOT_AUTHENTIC);
    }

    @Test
    void refusesAKeyItDoesNotHave() {
        assertThat(refusal(opener.open(seal(TestDatagrams.keys(2), SESSION, 1))))
                .isEqualTo(RefusalReason.UNKNOWN_KEY);
    }

    @Test
    void refusesWhatIsNotSealedOnASealedLinkAndTheOtherWayRound() {
        DatagramOpener clear = new DatagramOpener(STREAM, KeyRing.unsealed());

        assertThat(refusal(opener.open(seal(KeyRing.unsealed(), SESSION, 1)))).isEqualTo(RefusalReason.NOT_SEALED);
        assertThat(refusal(clear.open(seal(TestDatagrams.keys(1), SESSION, 1)))).isEqualTo(RefusalReason.UNKNOWN_KEY);
        assertOpens(clear.open(seal(KeyRing.unsealed(), SESSION, 1)));
    }

    @Test
    void refusesAnotherStream() {
        byte[] reflected = new DatagramSealer("SITE-B>SITE-A", SESSION, TestDatagrams.keys(1))
                .seal(TestDatagrams.data(SESSION, 1, "body"));

        assertThat(refusal(opener.open(reflected))).isEqualTo(RefusalReason.NOT_AUTHENTIC);
    }

    @Test
    void refusesAnotherSessionInTheHeader() {
        byte[] bytes = seal(TestDatagrams.keys(1), SESSION, 1);
        bytes[9] = (byte) (bytes[9] + 1);

        assertThat(refusal(opener.open(bytes))).isEqualTo(RefusalReason.NOT_AUTHENTIC);
        assertThat(opener.session()).isEqualTo(-1);
    }

    @Test
    void opensEachDatagramOnce() {
        DatagramSealer sealer = new DatagramSealer(STREAM, SESSION, TestDatagrams.keys(1));
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            all.add(sealer.seal(TestDatagrams.data(SESSION, 3L * i, "body")));
        }
        Collections.shuffle(all, new Random(1));

        all.forEach(bytes -> assertOpens(opener.open(bytes)));
        all.forEach(bytes -> assertThat(refusal(opener.open(bytes))).isEqualTo(RefusalReason.REPLAYED));
    }

    @Test
    void refusesWhatIsTooOldToTell() {
        assertOpens(opener.open(seal(TestDatagrams.keys(1), SESSION, 0)));
        assertOpens(opener.open(seal(TestDatagrams.keys(1), SESSION, ReplayWindow.PACKETS)));

        assertThat(refusal(opener.open(seal(TestDatagrams.keys(1), SESSION, 0))))
                .isEqualTo(RefusalReason.REPLAYED);
        assertOpens(opener.open(seal(TestDatagrams.keys(1), SESSION, 1)));
        assertOpens(opener.open(seal(TestDatagrams.keys(1), SESSION, FrameLimits.MAX_PACKET)));
        assertThat(refusal(opener.open(seal(TestDatagrams.keys(1), SESSION, 2))))
                .isEqualTo(RefusalReason.REPLAYED);
    }

    @Test
    void takesANewSessionAndRefusesTheOldOne() {
        assertOpens(opener.open(seal(TestDatagrams.keys(1), SESSION, 500)));
        assertOpens(opener.open(seal(TestDatagrams.keys(1), SESSION + 1, 0)));
        assertThat(opener.session()).isEqualTo(SESSION + 1);

        assertThat(refusal(opener.open(seal(TestDatagrams.keys(1), SESSION, 501))))
                .isEqualTo(RefusalReason.STALE_SESSION);
        assertThat(refusal(opener.open(seal(TestDatagrams.keys(1), SESSION + 1, 0))))
                .isEqualTo(RefusalReason.REPLAYED);
        assertOpens(opener.open(seal(TestDatagrams.keys(1), SESSION + 1, 1)));
    }

    @Test
    void isNotMovedByAForgedSession() {
        assertOpens(opener.open(seal(TestDatagrams.keys(1), SESSION, 1)));
        byte[] forged = seal(KeyRing.of(1, java.util.Map.of(1, TestDatagrams.key(99))), SESSION + 1_000, 1);

        assertThat(refusal(opener.open(forged))).isEqualTo(RefusalReason.NOT_AUTHENTIC);
        assertThat(opener.session()).isEqualTo(SESSION);
        assertOpens(opener.open(seal(TestDatagrams.keys(1), SESSION, 2)));
    }

    @Test
    void changesKeysWhileTheStreamRuns() {
        DatagramSealer sealer = new DatagramSealer(STREAM, SESSION, TestDatagrams.keys(1));
        assertOpens(opener.open(sealer.seal(TestDatagrams.data(SESSION, 1, "old key"))));

        opener.use(TestDatagrams.keys(1, 2));
        sealer.use(TestDatagrams.keys(2, 1));
        byte[] replay = sealer.seal(TestDatagrams.data(SESSION, 2, "new key"));
        assertOpens(opener.open(replay));
        assertOpens(opener.open(seal(TestDatagrams.keys(1), SESSION, 3)));
        opener.use(TestDatagrams.keys(2));

        assertThat(refusal(opener.open(seal(TestDatagrams.keys(1), SESSION, 4))))
                .isEqualTo(RefusalReason.UNKNOWN_KEY);
        assertThat(refusal(opener.open(replay)))
                .as("replays are told across keys")
                .isEqualTo(RefusalReason.REPLAYED);
        assertOpens(opener.open(sealer.seal(TestDatagrams.data(SESSION, 5, "new key"))));
        assertThatThrownBy(() -> sealer.seal(TestDatagrams.data(SESSION, 5, "a number again")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void numbersSessionsUpwardsEvenWhenTheClockGoesBack() {
        long first = SessionNumber.after(0, 1_000_000, Traffic.random(1));
        long second = SessionNumber.after(first, 900_000, Traffic.random(1));

        assertThat(first >>> 16).isEqualTo(1_000_000);
        assertThat(second).isGreaterThan(first);
        assertThat(SessionNumber.after(first, 2_000_000, Traffic.random(2)) >>> 16)
                .isEqualTo(2_000_000);
        assertThatThrownBy(() -> SessionNumber.after(0, -1, Traffic.random(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
