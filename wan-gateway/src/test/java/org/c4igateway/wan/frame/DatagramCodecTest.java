package org.c4igateway.wan.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.RefusalReason;
import org.c4igateway.wan.frame.wire.SessionNumber;
import org.c4igateway.wan.frame.wire.WireOut;
import org.junit.jupiter.api.Test;

class DatagramCodecTest {
    private static final long SESSION = TestDatagrams.SESSION;
    private static final String STREAM = TestDatagrams.STREAM;
    private static final KeyRing KEYS = TestDatagrams.keys(5);

    private final DatagramSealer sealer = new DatagramSealer(STREAM, SESSION, KEYS);
    private final DatagramOpener opener = new DatagramOpener(STREAM, KEYS);

    private static RefusalReason refusal(OpenResult openResult) {
        assertThat(openResult).isInstanceOf(OpenResult.Refused.class);
        return ((OpenResult.Refused) openResult).reason();
    }

    private static void assertOpens(DatagramOpener opener, byte[] bytes, Datagram expected) {
        assertThat(opener.open(bytes)).isEqualTo(new OpenResult.Opened(expected));
    }

    @Test
    void sealsADatagram() {
        byte[] bytes = sealer.seal(TestDatagrams.data(SESSION, 9, "FLASH"));

        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("01" + "05" + "01a1fb671800beef" + "000000000009"
                        // made by another implementation of HKDF and AES-GCM
                        + "b4ab25b152910d248c" + "5d1488ab3ab34cb33db8e801fe2bbca2");
        assertThat(bytes).hasSize(FrameLimits.HEADER_BYTES + 1 + 3 + 5 + FrameLimits.TAG_BYTES);
    }

    @Test
    void givesBackWhatWasSealed() {
        TestDatagrams testDatagrams = new TestDatagrams(1);
        for (int i = 0; i < 3_000; i++) {
            Datagram datagram = testDatagrams.next(SESSION);

            assertOpens(opener, sealer.seal(datagram), datagram);
        }
    }

    @Test
    void leavesTheRoomItPromises() {
        TestDatagrams testDatagrams = new TestDatagrams(2);
        for (int i = 0; i < 500; i++) {
            Datagram other = testDatagrams.next(SESSION);
            int room = DatagramLayout.roomForData(other.hello(), other.feedback(), FrameLimits.BODY_BYTES);
            DataFrame largest = new DataFrame(3, FrameLimits.MAX_SEQUENCE, 0, new byte[room]);
            Datagram full =
                    new Datagram(SESSION, other.packet(), other.hello(), other.feedback(), Optional.of(largest), true);

            assertThat(sealer.seal(full)).hasSize(FrameLimits.BODY_BYTES);
        }
    }

    @Test
    void refusesADatagramThatIsTooLargeOrOutOfTurn() {
        Datagram large = TestDatagrams.data(SESSION, 3, "x".repeat(FrameLimits.BODY_BYTES));
        assertThatThrownBy(() -> sealer.seal(large)).isInstanceOf(IllegalArgumentException.class);
        sealer.seal(TestDatagrams.data(SESSION, 3, ""));
        assertThatThrownBy(() -> sealer.seal(TestDatagrams.data(SESSION, 3, "")))
                .as("a nonce used twice")
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sealer.seal(TestDatagrams.data(SESSION, 2, "")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sealer.seal(TestDatagrams.data(SESSION + 1, 4, "")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesEveryFlippedBit() {
        byte[] bytes = sealer.seal(TestDatagrams.data(SESSION, 4, "ROUTINE"));
        for (int i = 0; i < 8 * bytes.length; i++) {
            byte[] flipped = bytes.clone();
            flipped[i / 8] = (byte) (flipped[i / 8] ^ (1 << (i % 8)));
            assertThat(opener.open(flipped)).as("bit %d", i).isInstanceOf(OpenResult.Refused.class);
        }
        assertOpens(opener, bytes, TestDatagrams.data(SESSION, 4, "ROUTINE"));
    }

    @Test
    void refusesEachShorterAndLongerDatagram() {
        TestDatagrams testDatagrams = new TestDatagrams(3);
        for (int i = 0; i < 20; i++) {
            Datagram datagram = testDatagrams.next(SESSION);
            refusesEachShorter(datagram, KEYS, 0);
            int bodyBytes = datagram.data().map(data -> data.body().length).orElse(0);
            refusesEachShorter(datagram, KeyRing.unsealed(), bodyBytes);
        }
        byte[] bytes = sealer.seal(TestDatagrams.data(SESSION, 4, "ROUTINE"));
        assertThat(refusal(opener.open(Arrays.copyOf(bytes, bytes.length + 1)))).isEqualTo(RefusalReason.NOT_AUTHENTIC);
        assertThat(refusal(opener.open(Arrays.copyOf(bytes, FrameLimits.BODY_BYTES + 1))))
                .isEqualTo(RefusalReason.OVERSIZED);
        assertThat(refusal(opener.open(Arrays.copyOf(bytes, 16)))).isEqualTo(RefusalReason.TRUNCATED);
    }

    /** @param bodyBytes at its end, of which fewer make another datagram */
    private static void refusesEachShorter(Datagram datagram, KeyRing keys, int bodyBytes) {
        byte[] bytes = new DatagramSealer(STREAM, datagram.session(), keys).seal(datagram);
        DatagramOpener fresh = new DatagramOpener(STREAM, keys);
        for (int length = 0; length < bytes.length - bodyBytes; length++) {
            assertThat(fresh.open(Arrays.copyOf(bytes, length)))
                    .as("%s cut to %d", keys, length)
                    .isInstanceOf(OpenResult.Refused.class);
        }
    }

    @Test
    void refusesAForeignVersion() {
        byte[] bytes = sealer.seal(TestDatagrams.data(SESSION, 4, "ROUTINE"));
        bytes[0] = 2;

        assertThat(refusal(opener.open(bytes))).isEqualTo(RefusalReason.FOREIGN_VERSION);
    }

    @Test
    void refusesHostileContentOfAClearDatagram() {
        DatagramOpener clear = new DatagramOpener(STREAM, KeyRing.unsealed());
        byte[] header = DatagramLayout.header(TestDatagrams.data(SESSION, 1, ""), 0);
        for (String blocks : List.of(
                "08", // a reserved flag
                "02" + "04" + "0100", // level 4
                "02" + "00" + "0102", // base below zero
                "02" + "00" + "8000" + "00", // a number not in its shortest form
                "02" + "00" + "ffffffffffffffffff7f" + "00", // a sequence beyond its bound
                "01" + "00", // a site without a name
                "01" + "7f", // a name longer than all
                "01" + "02c3280000", // a name that is not UTF-8
                "10" + "ffffffffffffffff" + "00000000", // a negative session
                "10" + "0000000000000001" + "00020000", // more lost than sent
                "10" + "0000000000000001" + "00000010", // level 4
                "10" + "0000000000000001" + "0000000105" + "8080048001" + "00", // more gaps than remain
                "10" + "0000000000000001" + "00000001" + "00" + "0200", // a bitmap ending in a clear bit
                "10" + "0000000000000001" + "00000001" + "00" + "03" + "01", // one run
                "10" + "0000000000000001" + "00000001" + "00" + "05" + "0100", // an empty run
                "10" + "0000000000000001" + "00000001" + "00" + "05" + "00ffff7f", // runs without end
                "00" + "00")) { // something behind the end
            byte[] bytes = new WireOut(64)
                    .raw(header)
                    .raw(HexFormat.of().parseHex(blocks))
                    .toArray();
            assertThat(refusal(clear.open(bytes))).as(blocks).isIn(RefusalReason.MALFORMED, RefusalReason.TRUNCATED);
        }
        assertThat(clear.session()).isEqualTo(-1);
    }

    @Test
    void survivesDamage() {
        RandomGenerator random = Traffic.random(20_261_121);
        TestDatagrams testDatagrams = new TestDatagrams(3);
        DatagramSealer clearSealer = new DatagramSealer(STREAM, SESSION, KeyRing.unsealed());
        List<byte[]> clear = new ArrayList<>();
        List<byte[]> sealed = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Datagram datagram = testDatagrams.next(SESSION);
            clear.add(clearSealer.seal(datagram));
            sealed.add(sealer.seal(datagram));
        }
        Set<RefusalReason> seen = EnumSet.noneOf(RefusalReason.class);
        for (int i = 0; i < 20_000; i++) {
            byte[] original = (i % 2 == 0 ? clear : sealed).get(random.nextInt(300));
            byte[] damaged = Damage.to(original, random);
            DatagramOpener fresh = new DatagramOpener(STREAM, i % 2 == 0 ? KeyRing.unsealed() : KEYS);
            OpenResult openResult = fresh.open(damaged);
            if (openResult instanceof OpenResult.Refused(RefusalReason reason, String detail)) {
                assertThat(detail).isNotEmpty();
                seen.add(reason);
            } else if (i % 2 == 1) {
                assertThat(damaged).as("only what was not changed opens").isEqualTo(original);
            }
        }
        assertThat(seen)
                .contains(
                        RefusalReason.TRUNCATED,
                        RefusalReason.MALFORMED,
                        RefusalReason.NOT_AUTHENTIC,
                        RefusalReason.FOREIGN_VERSION,
                        RefusalReason.UNKNOWN_KEY);
    }

    @Test
    void neverUsesANonceTwiceUnderAKey() {
        Set<String> seen = new HashSet<>();
        for (int start = 0; start < 50; start++) {
            long session = SessionNumber.after(0, 1_795_219_200_000L + start, Traffic.random(start));
            DatagramSealer started = new DatagramSealer(STREAM, session, KEYS);
            for (int packet = 0; packet < 50; packet++) {
                byte[] bytes = started.seal(TestDatagrams.data(session, packet, ""));
                assertThat(seen.add(HexFormat.of().formatHex(bytes, 1, FrameLimits.HEADER_BYTES)))
                        .as("key id, session and packet number")
                        .isTrue();
            }
        }
    }
}
