package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.api.KmtfReceipt;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private static final SystemName SENDER = new SystemName("ALPHA");
    private static final SystemName SELF = new SystemName("BRAVO");
    private static final SystemName FOREIGN = new SystemName("SENSOR-1");
    private static final long INCARNATION = 7;

    private final Admission admission = new Admission(INCARNATION, SENDER::equals);

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
    void admitsForeignApplicationsWithoutGreeting() {
        assertThat(admission.isAdmitted(FOREIGN, 1)).isTrue();
    }

    @Test
    void greetingsSurviveTheWireAndReceiptsAreNoGreetings() {
        Greeting hello = hello(INCARNATION, 500);

        assertThat(Greeting.isGreeting(hello.toWire())).isTrue();
        assertThat(Greeting.fromWire(hello.toWire())).isEqualTo(hello);
        assertThat(Greeting.fromWire(hello.welcome().toWire()))
                .isEqualTo(new Greeting(SELF, SENDER, Greeting.Kind.WELCOME, INCARNATION, 500));
        assertThat(Greeting.isGreeting(receipt("GW-303 no MSGID set"))).isFalse();
    }

    @Test
    void refusesAGreetingOfAnotherKind() {
        assertThatThrownBy(() -> Greeting.fromWire(receipt("C4I-BYE"))).isInstanceOf(IllegalArgumentException.class);
    }

    private static KmtfReceipt receipt(String reason) {
        return new KmtfReceipt("ALPHA", "BRAVO", new long[0], new long[] {1, 2}, List.of(reason, reason));
    }

    private static Greeting hello(long incarnation, long atNanos) {
        return new Greeting(SENDER, SELF, Greeting.Kind.HELLO, incarnation, atNanos);
    }
}
