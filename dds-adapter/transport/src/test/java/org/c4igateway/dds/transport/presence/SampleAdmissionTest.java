package org.c4igateway.dds.transport.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.junit.jupiter.api.Test;

class SampleAdmissionTest {
    private static final SystemName SENDER = new SystemName("ALPHA");
    private static final SystemName SELF = new SystemName("BRAVO");
    private static final SystemName FOREIGN = new SystemName("SENSOR-1");
    private static final long INCARNATION = 7;
    private static final long WRITER = 17;

    private static final long START = 70;
    private static final long LATER_START = 3;

    private Optional<WrittenAnnouncement> announced = node(START);
    private long now;
    private boolean room = true;
    private final SampleAdmission sampleAdmission = new SampleAdmission(
            INCARNATION, SENDER::equals, system -> announced, writer -> Optional.empty(), () -> room, () -> now);

    @Test
    void dropsWhatANodeWroteBeforeItsHello() {
        assertThat(isAdmitted(SENDER, 1_000)).isFalse();

        assertThat(sampleAdmission.admit(hello(INCARNATION, 500))).isTrue();

        assertThat(isAdmitted(SENDER, 499)).isFalse();
        assertThat(isAdmitted(SENDER, 500)).isTrue();
    }

    @Test
    void dropsWhatANodeWroteThatIsNotDiscoveredYet() {
        SystemName undiscovered = new SystemName("CHARLIE");
        WrittenSample first = new WrittenSample(WRITER, 1_000, KmtfMessage.NONE_BEFORE);
        WrittenSample next = new WrittenSample(WRITER, 2_000, 1_000);

        assertThat(sampleAdmission.isAdmitted(undiscovered, first, true)).isFalse();
        assertThat(sampleAdmission.isAdmitted(undiscovered, next, true)).isFalse();
        assertThat(isAdmitted(FOREIGN, 1_000)).isTrue();
    }

    @Test
    void tellsAnOriginThatFoundNoRoomWhenThereIsSomeHoweverLongThatTakes() {
        sampleAdmission.admit(hello(INCARNATION, 500));
        assertThat(isAdmitted(SENDER, 600)).isTrue();
        room = false;

        sampleAdmission.refused(SENDER, 600);

        for (int minutes = 0; minutes < 5; minutes++) {
            now += GreetedSenders.PATIENCE.toNanos();
            assertThat(isAdmitted(SENDER, 700)).isFalse();
            assertThat(sampleAdmission.again(SELF, SENDER)).isEmpty();
            assertThat(sampleAdmission.roomAgain(SELF)).isEmpty();
        }
        assertThat(sampleAdmission.alarms()).isEmpty();
        sampleAdmission.admit(hello(INCARNATION, 800));
        assertThat(isAdmitted(SENDER, 900)).as("there is no room yet").isFalse();

        room = true;

        assertThat(sampleAdmission.roomAgain(SELF))
                .singleElement()
                .satisfies(again -> assertThat(again.kind()).isEqualTo(Greeting.Kind.AGAIN));
        assertThat(sampleAdmission.roomAgain(SELF)).isEmpty();
        assertThat(isAdmitted(SENDER, 950)).as("behind what was refused").isFalse();
        sampleAdmission.admit(hello(INCARNATION, 1_000));
        assertThat(isAdmitted(SENDER, 1_100)).isTrue();
    }

    /** It has begun again by itself meanwhile. */
    @Test
    void tellsNothingToAnOriginThatHasGreetedAfterItFoundNoRoom() {
        sampleAdmission.admit(hello(INCARNATION, 500));
        room = false;
        sampleAdmission.refused(SENDER, 600);
        sampleAdmission.admit(hello(INCARNATION, 700));
        room = true;

        assertThat(sampleAdmission.roomAgain(SELF)).isEmpty();
        assertThat(isAdmitted(SENDER, 800)).isTrue();
    }

    @Test
    void ignoresAHelloToAnEarlierStart() {
        assertThat(sampleAdmission.admit(hello(INCARNATION - 1, 500))).isFalse();
        assertThat(isAdmitted(SENDER, 1_000)).isFalse();
    }

    @Test
    void dropsStragglersOfTheTimeBeforeALaterHello() {
        sampleAdmission.admit(hello(INCARNATION, 500));
        sampleAdmission.admit(hello(INCARNATION, 900));
        sampleAdmission.admit(hello(INCARNATION, 700));

        assertThat(isAdmitted(SENDER, 899)).isFalse();
        assertThat(isAdmitted(SENDER, 900)).isTrue();
    }

    @Test
    void hearsASenderThatHasRestartedWithItsClockSetBack() {
        sampleAdmission.admit(hello(INCARNATION, 3_600_000));
        announced = node(LATER_START);

        assertThat(sampleAdmission.admit(hello(INCARNATION, LATER_START, 1_000)))
                .isTrue();

        assertThat(isAdmitted(SENDER, 1_001)).isTrue();
        assertThat(isAdmitted(SENDER, 999)).isFalse();
    }

    @Test
    void takesNoHelloOfAStartThatIsNotAnnounced() {
        sampleAdmission.admit(hello(INCARNATION, 500));

        assertThat(sampleAdmission.admit(hello(INCARNATION, Long.MAX_VALUE, Long.MAX_VALUE)))
                .isFalse();

        assertThat(isAdmitted(SENDER, 501)).isTrue();
    }

    @Test
    void keepsAHelloThatComesBeforeTheAnnouncement() {
        announced = Optional.empty();
        assertThat(sampleAdmission.admit(hello(INCARNATION, 500))).isFalse();
        announced = node(START);

        assertThat(sampleAdmission.early(SENDER))
                .hasValueSatisfying(
                        hello -> assertThat(sampleAdmission.admit(hello)).isTrue());

        assertThat(isAdmitted(SENDER, 500)).isTrue();
        assertThat(sampleAdmission.early(SENDER)).isEmpty();
    }

    @Test
    void hearsASenderAgainAfterAMinuteOfRefusalsAndTellsOfThemBefore() {
        sampleAdmission.admit(hello(INCARNATION, Long.MAX_VALUE));
        assertThat(isAdmitted(SENDER, 1_000)).isFalse();
        assertThat(sampleAdmission.alarms()).isEmpty();

        now = GreetedSenders.ALARM.toNanos();
        assertThat(isAdmitted(SENDER, 1_001)).isFalse();
        assertThat(sampleAdmission.alarms()).singleElement().asString().contains("ALPHA", "2 samples");

        now = GreetedSenders.PATIENCE.toNanos();
        assertThat(isAdmitted(SENDER, 1_002)).isTrue();
        assertThat(isAdmitted(SENDER, 1_003)).isTrue();
        assertThat(sampleAdmission.alarms()).isEmpty();
    }

    @Test
    void neverHearsASenderThatHasNotGreeted() {
        for (int second = 0; second < 600; second++) {
            now = second * 1_000_000_000L;
            assertThat(isAdmitted(SENDER, second)).isFalse();
        }
        assertThat(sampleAdmission.alarms()).singleElement().asString().contains("has not greeted");
    }

    @Test
    void staysBoundedWhateverNamesGreet() {
        announced = Optional.empty();
        for (int i = 0; i < 100_000; i++) {
            SystemName name = new SystemName("X" + i);
            sampleAdmission.admit(new Greeting(name, SELF, Greeting.Kind.HELLO, INCARNATION, START, 1));
            assertThat(isAdmitted(name, 0)).isTrue();
        }

        long kept = IntStream.range(0, 100_000)
                .filter(i -> sampleAdmission.early(new SystemName("X" + i)).isPresent())
                .count();
        assertThat(kept).isLessThanOrEqualTo(1_024);
    }

    @Test
    void admitsForeignApplicationsWithoutGreeting() {
        assertThat(isAdmitted(FOREIGN, 1)).isTrue();
    }

    @Test
    void greetingsSurviveTheWireAndReceiptsAreNoGreetings() {
        Greeting hello = hello(INCARNATION, 500);

        assertThat(Greeting.isGreeting(hello.toWire())).isTrue();
        assertThat(Greeting.fromWire(hello.toWire())).isEqualTo(hello);
        assertThat(Greeting.fromWire(hello.welcome().toWire()))
                .isEqualTo(new Greeting(SELF, SENDER, Greeting.Kind.WELCOME, INCARNATION, START, 500));
        assertThat(Greeting.isGreeting(receipt("GW-303 no MSGID set"))).isFalse();
    }

    @Test
    void refusesAGreetingOfAnotherKind() {
        assertThatThrownBy(() -> Greeting.fromWire(receipt("C4I-BYE"))).isInstanceOf(IllegalArgumentException.class);
    }

    private static KmtfReceipt receipt(String reason) {
        return new KmtfReceipt("ALPHA", "BRAVO", new long[0], new long[] {1, 2, 3}, List.of(reason, reason, reason));
    }

    private static Optional<WrittenAnnouncement> node(long start) {
        NodeAnnouncement node = new NodeAnnouncement(SENDER, start, "", Map.of(), Introduction.NONE);
        return Optional.of(new WrittenAnnouncement(new PeerAnnouncement(node, ""), 1));
    }

    private static Greeting hello(long incarnation, long atNanos) {
        return hello(incarnation, START, atNanos);
    }

    private static Greeting hello(long incarnation, long sender, long atNanos) {
        return new Greeting(SENDER, SELF, Greeting.Kind.HELLO, incarnation, sender, atNanos);
    }

    @Test
    void takesNothingBehindALossUntilItsSenderGreetsAgain() {
        sampleAdmission.admit(hello(INCARNATION, 500_000));
        assertThat(isAdmittedBehind(600_000, 0)).isTrue();

        assertThat(isAdmittedBehind(800_000, 700_000)).isFalse();
        assertThat(isAdmittedBehind(900_000, 800_000)).isFalse();
        assertThat(sampleAdmission.admit(hello(INCARNATION, 550_000))).isTrue();
        assertThat(isAdmittedBehind(950_000, 900_000)).isFalse();

        sampleAdmission.admit(hello(INCARNATION, 1_000_000));
        assertThat(isAdmittedBehind(980_000, 950_000)).isFalse();
        assertThat(isAdmittedBehind(1_100_000, 980_000)).isTrue();
    }

    @Test
    void missesTheFirstSampleOfATopic() {
        sampleAdmission.admit(hello(INCARNATION, 500_000));

        assertThat(isAdmittedBehind(800_000, 700_000)).isFalse();
    }

    @Test
    void missesNothingFromBeforeTheGreeting() {
        sampleAdmission.admit(hello(INCARNATION, 500_000));

        assertThat(isAdmittedBehind(600_000, 400_000)).isTrue();
    }

    @Test
    void asksTheSenderToGreetAgainOnceASecond() {
        sampleAdmission.admit(hello(INCARNATION, 500_000));
        isAdmittedBehind(600_000, 0);
        assertThat(sampleAdmission.again(SELF, SENDER)).isEmpty();

        isAdmittedBehind(800_000, 700_000);

        assertThat(sampleAdmission.again(SELF, SENDER))
                .contains(new Greeting(SELF, SENDER, Greeting.Kind.AGAIN, INCARNATION, START, 500_000));
        assertThat(sampleAdmission.again(SELF, SENDER)).isEmpty();
        now = GreetedSenders.AGAIN_INTERVAL.toNanos();
        assertThat(sampleAdmission.again(SELF, SENDER)).isPresent();
        sampleAdmission.admit(hello(INCARNATION, 900_000));
        now *= 2;
        assertThat(sampleAdmission.again(SELF, SENDER)).isEmpty();
    }

    @Test
    void hearsASenderThatDoesNotGreetAgainAfterAMinute() {
        sampleAdmission.admit(hello(INCARNATION, 500_000));
        assertThat(isAdmittedBehind(800_000, 700_000)).isFalse();

        now = GreetedSenders.PATIENCE.toNanos();

        assertThat(isAdmittedBehind(900_000, 800_000)).isTrue();
        assertThat(isAdmittedBehind(950_000, 900_000)).isTrue();
    }

    private boolean isAdmittedBehind(long writtenNanos, long previousNanos) {
        WrittenSample sample = new WrittenSample(WRITER, writtenNanos, previousNanos);
        return sampleAdmission.isAdmitted(SENDER, sample, sampleAdmission.follows(SENDER, sample));
    }

    private boolean isAdmitted(SystemName origin, long writtenNanos) {
        return sampleAdmission.isAdmitted(origin, new WrittenSample(WRITER, writtenNanos, 0), true);
    }
}
