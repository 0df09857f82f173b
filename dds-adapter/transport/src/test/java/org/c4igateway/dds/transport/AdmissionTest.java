package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.api.KmtfReceipt;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private static final SystemName SENDER = new SystemName("ALPHA");
    private static final SystemName SELF = new SystemName("BRAVO");
    private static final SystemName FOREIGN = new SystemName("SENSOR-1");
    private static final long INCARNATION = 7;

    private static final long START = 70;
    private static final long LATER_START = 3;

    private OptionalLong announced = OptionalLong.of(START);
    private long now;
    private final Admission admission = new Admission(INCARNATION, SENDER::equals, system -> announced, () -> now);

    @Test
    void dropsWhatANodeWroteBeforeItsHello() {
        assertThat(admission.isAdmitted(SENDER, 1_000)).isFalse();

        assertThat(admission.admit(hello(INCARNATION, 500))).isTrue();

        assertThat(admission.isAdmitted(SENDER, 499)).isFalse();
        assertThat(admission.isAdmitted(SENDER, 500)).isTrue();
    }

    @Test
    void ignoresAHelloToAnEarlierStart() {
        assertThat(admission.admit(hello(INCARNATION - 1, 500))).isFalse();
        assertThat(admission.isAdmitted(SENDER, 1_000)).isFalse();
    }

    @Test
    void dropsStragglersOfTheTimeBeforeALaterHello() {
        admission.admit(hello(INCARNATION, 500));
        admission.admit(hello(INCARNATION, 900));
        admission.admit(hello(INCARNATION, 700));

        assertThat(admission.isAdmitted(SENDER, 899)).isFalse();
        assertThat(admission.isAdmitted(SENDER, 900)).isTrue();
    }

    @Test
    void hearsASenderThatHasRestartedWithItsClockSetBack() {
        admission.admit(hello(INCARNATION, 3_600_000));
        announced = OptionalLong.of(LATER_START);

        assertThat(admission.admit(hello(INCARNATION, LATER_START, 1_000))).isTrue();

        assertThat(admission.isAdmitted(SENDER, 1_001)).isTrue();
        assertThat(admission.isAdmitted(SENDER, 999)).isFalse();
    }

    @Test
    void takesNoHelloOfAStartThatIsNotAnnounced() {
        admission.admit(hello(INCARNATION, 500));

        assertThat(admission.admit(hello(INCARNATION, Long.MAX_VALUE, Long.MAX_VALUE)))
                .isFalse();

        assertThat(admission.isAdmitted(SENDER, 501)).isTrue();
    }

    @Test
    void keepsAHelloThatComesBeforeTheAnnouncement() {
        announced = OptionalLong.empty();
        assertThat(admission.admit(hello(INCARNATION, 500))).isFalse();
        announced = OptionalLong.of(START);

        assertThat(admission.early(SENDER))
                .hasValueSatisfying(hello -> assertThat(admission.admit(hello)).isTrue());

        assertThat(admission.isAdmitted(SENDER, 500)).isTrue();
        assertThat(admission.early(SENDER)).isEmpty();
    }

    @Test
    void hearsASenderAgainAfterAMinuteOfRefusalsAndTellsOfThemBefore() {
        admission.admit(hello(INCARNATION, Long.MAX_VALUE));
        assertThat(admission.isAdmitted(SENDER, 1_000)).isFalse();
        assertThat(admission.alarms()).isEmpty();

        now = GreetedSenders.ALARM.toNanos();
        assertThat(admission.isAdmitted(SENDER, 1_001)).isFalse();
        assertThat(admission.alarms()).singleElement().asString().contains("ALPHA", "2 samples");

        now = GreetedSenders.PATIENCE.toNanos();
        assertThat(admission.isAdmitted(SENDER, 1_002)).isTrue();
        assertThat(admission.isAdmitted(SENDER, 1_003)).isTrue();
        assertThat(admission.alarms()).isEmpty();
    }

    @Test
    void neverHearsASenderThatHasNotGreeted() {
        for (int second = 0; second < 600; second++) {
            now = second * 1_000_000_000L;
            assertThat(admission.isAdmitted(SENDER, second)).isFalse();
        }
        assertThat(admission.alarms()).singleElement().asString().contains("has not greeted");
    }

    @Test
    void staysBoundedWhateverNamesGreet() {
        announced = OptionalLong.empty();
        for (int i = 0; i < 100_000; i++) {
            SystemName name = new SystemName("X" + i);
            admission.admit(new Greeting(name, SELF, Greeting.Kind.HELLO, INCARNATION, START, 1));
            assertThat(admission.isAdmitted(name, 0)).isTrue();
        }

        long kept = IntStream.range(0, 100_000)
                .filter(i -> admission.early(new SystemName("X" + i)).isPresent())
                .count();
        assertThat(kept).isLessThanOrEqualTo(1_024);
    }

    @Test
    void admitsForeignApplicationsWithoutGreeting() {
        assertThat(admission.isAdmitted(FOREIGN, 1)).isTrue();
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

    private static Greeting hello(long incarnation, long atNanos) {
        return hello(incarnation, START, atNanos);
    }

    private static Greeting hello(long incarnation, long sender, long atNanos) {
        return new Greeting(SENDER, SELF, Greeting.Kind.HELLO, incarnation, sender, atNanos);
    }
}
