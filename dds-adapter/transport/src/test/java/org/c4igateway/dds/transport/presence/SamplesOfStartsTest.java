package org.c4igateway.dds.transport.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.dds.api.Guid;
import org.junit.jupiter.api.Test;

/** Two nodes of one system write, of which one has greeted. */
class SamplesOfStartsTest {
    private static final SystemName SENDER = new SystemName("ALPHA");
    private static final SystemName SELF = new SystemName("BRAVO");
    private static final long INCARNATION = 7;
    private static final long START = 70;
    private static final long LATER_START = 3;
    private static final long WRITER = 17;
    private static final long WRITER_OF_ANOTHER_TOPIC = 18;
    private static final long WRITER_OF_LATER_START = 19;

    private Optional<WrittenAnnouncement> announced = node(START, "");
    private final Map<Long, Guid> writers = new HashMap<>(Map.of(
            START, guid("a", 1),
            WRITER, guid("a", 2),
            WRITER_OF_ANOTHER_TOPIC, guid("a", 3),
            LATER_START, guid("b", 1),
            WRITER_OF_LATER_START, guid("b", 2)));
    private long now;
    private final SampleAdmission admission = new SampleAdmission(
            INCARNATION,
            SENDER::equals,
            system -> announced,
            writer -> Optional.ofNullable(writers.get(writer)),
            () -> true,
            () -> now);

    /** It was frozen when its standby took over, wakes up, and goes on before it knows. */
    @Test
    void takesNothingOfAnEarlierStartOnceALaterOneHasGreeted() {
        admission.admit(hello(START, 500));
        assertThat(isAdmittedBy(WRITER, 600)).isTrue();
        announced = node(LATER_START, "");
        admission.admit(hello(LATER_START, 700));

        assertThat(isAdmittedBy(WRITER, 800)).isFalse();
        assertThat(isAdmittedBy(WRITER_OF_ANOTHER_TOPIC, 801)).isFalse();
        writers.remove(WRITER);
        assertThat(isAdmittedBy(WRITER, 802)).isFalse();
        assertThat(isAdmittedBy(WRITER_OF_LATER_START, 803)).isTrue();
        assertThat(admission.alarms()).isEmpty();
    }

    /** OpenDDS gives the handles of writers that are gone to others. */
    @Test
    void looksAgainWhoAWriterIs() {
        admission.admit(hello(START, 500));
        assertThat(isAdmittedBy(WRITER, 600)).isTrue();
        announced = node(LATER_START, "");
        admission.admit(hello(LATER_START, 700));
        writers.put(WRITER, guid("b", 2));

        assertThat(isAdmittedBy(WRITER, 800)).isTrue();
    }

    @Test
    void takesWhatAGatewayWritesForANodeElsewhere() {
        announced = node(START, "BRAVO a");
        admission.admit(hello(START, 500));

        assertThat(isAdmittedBy(WRITER_OF_LATER_START, 600)).isTrue();
    }

    @Test
    void takesSamplesWhereWritersAreNotKnown() {
        writers.clear();
        admission.admit(hello(START, 500));

        assertThat(isAdmittedBy(WRITER, 600)).isTrue();
    }

    @Test
    void hearsAnotherWriterOfASenderAfterAMinuteOfRefusals() {
        admission.admit(hello(START, 500));
        assertThat(isAdmittedBy(WRITER_OF_LATER_START, 600)).isFalse();

        now = GreetedSenders.PATIENCE.toNanos();

        assertThat(isAdmittedBy(WRITER_OF_LATER_START, 700)).isTrue();
        assertThat(isAdmittedBy(WRITER, 701)).isTrue();
    }

    private boolean isAdmittedBy(long writer, long writtenNanos) {
        return admission.isAdmitted(SENDER, new WrittenSample(writer, writtenNanos, 0), true);
    }

    private static Greeting hello(long start, long atNanos) {
        return new Greeting(SENDER, SELF, Greeting.Kind.HELLO, INCARNATION, start, atNanos);
    }

    /** Written by the writer that has the number of the start. */
    private static Optional<WrittenAnnouncement> node(long start, String via) {
        NodeAnnouncement node = new NodeAnnouncement(SENDER, start, "", Map.of(), Introduction.NONE);
        return Optional.of(new WrittenAnnouncement(new PeerAnnouncement(node, via), start));
    }

    private static Guid guid(String participant, int entity) {
        return new Guid(participant.repeat(24) + "%08x".formatted(entity));
    }
}
