package org.c4igateway.core.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.c4igateway.core.protocol.DeliveryProtocol.Bounds;
import org.c4igateway.core.protocol.DeliveryProtocol.Defect;
import org.c4igateway.core.protocol.DeliveryProtocol.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every order of steps within small bounds: once, in order, no false `delivered`, and completion once faults stop. */
class DeliveryProtocolTest {
    static Stream<Arguments> worlds() {
        return Stream.of(
                world(2, 2, Fault.LINK, Fault.RECEIPT_LOSS, Fault.RECEIVER_RESTART, Fault.SENDER_RESTART),
                world(3, 1, Fault.LINK, Fault.RECEIVER_RESTART),
                world(2, 1, Fault.TAKEOVER, Fault.RECEIVER_RESTART),
                world(2, 3, Fault.DAYS, Fault.RECEIPT_LOSS),
                world(2, 1, Fault.SENDER_RESTORE, Fault.RECEIVER_RESTORE, Fault.LINK),
                world(2, 2, Fault.SENDER_SNAPSHOT, Fault.RECEIPT_LOSS));
    }

    private static Arguments world(int rows, int faults, Fault first, Fault... more) {
        return Arguments.of(new Bounds(rows, faults), EnumSet.of(first, more));
    }

    @ParameterizedTest
    @MethodSource("worlds")
    void deliversOnceAndInOrderWhateverHappens(Bounds bounds, Set<Fault> faults) {
        Exploration.Result result = Exploration.of(new DeliveryProtocol(bounds, faults, Set.of()));

        System.out.printf("%s %s: %d states%n", bounds, faults, result.states());
        assertThat(result.violation()).as("after %s", result.trace()).isEmpty();
        assertThat(result.states()).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @EnumSource(value = Defect.class, mode = EnumSource.Mode.EXCLUDE, names = "NO_FENCE")
    void findsEachDefect(Defect defect) {
        Mutation mutation = mutation(defect);
        Exploration.Result result =
                Exploration.of(new DeliveryProtocol(mutation.bounds, mutation.faults, Set.of(defect)));

        assertThat(result.violation()).as("after %s", result.trace()).startsWith(mutation.violation);
        assertThat(Exploration.of(new DeliveryProtocol(mutation.bounds, mutation.faults, Set.of()))
                        .violation())
                .as("without the defect")
                .isEmpty();
    }

    /** The least that shows a defect, and as what. */
    private record Mutation(Bounds bounds, Set<Fault> faults, String violation) {
        Mutation(int rows, int faults, Fault fault, String violation) {
            this(new Bounds(rows, faults), Set.of(fault), violation);
        }
    }

    private static Mutation mutation(Defect defect) {
        return switch (defect) {
            case RECEIPT_BEFORE_COMMIT -> new Mutation(1, 1, Fault.RECEIVER_RESTART, "delivered and not in the inbox");
            case NO_REWIND_ON_NEW_EPOCH -> new Mutation(2, 1, Fault.LINK, "out of order");
            case EPOCH_UNCHECKED_AT_SEND -> new Mutation(2, 1, Fault.LINK, "out of order");
            case GREETING_IGNORED -> new Mutation(2, 1, Fault.RECEIVER_RESTART, "out of order");
            case REPEATS_NOT_RECOGNISED -> new Mutation(1, 1, Fault.RECEIPT_LOSS, "twice in the inbox");
            case NEVER_OVERDUE -> new Mutation(1, 1, Fault.RECEIPT_LOSS, "cannot be completed");
            case HORIZON_IGNORED ->
                new Mutation(new Bounds(1, 3), Set.of(Fault.DAYS, Fault.RECEIPT_LOSS), "twice in the inbox");
            case EARLIER_STARTS_FORGOTTEN ->
                new Mutation(new Bounds(1, 3), Set.of(Fault.DAYS, Fault.SENDER_RESTART), "twice in the inbox");
            case NUMBERS_GIVEN_AGAIN -> new Mutation(2, 1, Fault.SENDER_RESTORE, "delivered and not in the inbox");
            case CONTENT_NOT_COMPARED -> new Mutation(2, 1, Fault.SENDER_SNAPSHOT, "delivered and not in the inbox");
            case NO_FENCE -> throw new IllegalArgumentException("breaks no promise");
            case NO_RESYNC -> new Mutation(1, 1, Fault.RECEIVER_RESTORE, "cannot be completed");
        };
    }

    /**
     * Once and in order do not rest on the fence: while two nodes serve one database, keys, greetings and receipts of
     * own rows suffice. The fence keeps two from writing states of one row.
     */
    @Test
    void keepsItsPromisesWithoutTheFence() {
        Exploration.Result result =
                Exploration.of(new DeliveryProtocol(new Bounds(2, 1), Set.of(Fault.TAKEOVER), Set.of(Defect.NO_FENCE)));

        assertThat(result.violation()).as("after %s", result.trace()).isEmpty();
    }
}
