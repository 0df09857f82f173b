package org.c4igateway.lab.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.HdrHistogram.Histogram;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class RoundTripsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<Integer> asked = new ArrayList<>();

    /** Answers in a thread of its own, as a carrier does. */
    private abstract class Partner implements End {
        private final ExecutorService thread = Executors.newSingleThreadExecutor();

        @Override
        public void send(byte[] payload) {
            byte[] copy = payload.clone();
            asked.add(ByteBuffer.wrap(copy).getInt());
            thread.execute(() -> answer(copy));
        }

        abstract void answer(byte[] payload);

        @Override
        public void close() {
            thread.shutdownNow();
        }
    }

    @Test
    void countsAllButThePrimersAndDropsAnswersThatComeTwice() throws Exception {
        RoundTrips roundTrips = new RoundTrips(true);
        try (Partner partner = new Partner() {
            @Override
            void answer(byte[] payload) {
                roundTrips.accept(payload);
                roundTrips.accept(payload);
                roundTrips.accept(new byte[1]);
            }
        }) {
            roundTrips.through(partner);
            roundTrips.meet();
            asked.clear();

            Histogram nanos = roundTrips.make(16, 20, 100);

            assertThat(nanos.getTotalCount()).isEqualTo(100);
            assertThat(asked).hasSize(120).doesNotHaveDuplicates();
        }
    }

    @Test
    void countsAsLostWhatIsNotAnsweredAndGoesOn() throws Exception {
        RoundTrips roundTrips = new RoundTrips(false);
        try (Partner partner = new Partner() {
            @Override
            void answer(byte[] payload) {
                if (ByteBuffer.wrap(payload).getInt() % 5 != 0) {
                    roundTrips.accept(payload);
                }
            }
        }) {
            roundTrips.through(partner);

            Histogram nanos = roundTrips.make(16, 0, 20);

            assertThat(nanos.getTotalCount()).isEqualTo(16);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Carrier.class,
            names = {"TCP", "UDP", "ARTEMIS", "CYCLONE"})
    void goesThroughEachCarrier(Carrier carrier) throws Exception {
        boolean reliable = carrier.carries(true);
        EndSettings.Place place = new EndSettings.Place("127.0.0.1", "127.0.0.1", "lo");
        RoundTrips roundTrips = new RoundTrips(reliable);
        End[] answering = new End[1];
        try (End answer = End.open(
                        new EndSettings(carrier, false, place, reliable, PATIENCE),
                        payload -> TransportProgram.answer(answering[0], false, payload));
                End asking = End.open(new EndSettings(carrier, true, place, reliable, PATIENCE), roundTrips)) {
            answering[0] = answer;
            roundTrips.through(asking);
            roundTrips.meet();
            for (int size : List.of(4, 16_384)) {
                assertThat(roundTrips.make(size, 1, 10).getTotalCount()).isEqualTo(10);
            }
        }
    }

    @Test
    void writesItsAssignmentAsWordsAndReadsThemAgain() {
        Assignment assignment = new Assignment(
                new EndSettings(
                        Carrier.OPENDDS,
                        true,
                        new EndSettings.Place("10.0.0.1", "10.0.0.2", "eth0", "10.0.0.3"),
                        true,
                        PATIENCE),
                true,
                new Assignment.Ladder(List.of(8, 4), 1, 2));

        assertThat(Assignment.parse(assignment.words().toArray(String[]::new))).isEqualTo(assignment);
    }
}
