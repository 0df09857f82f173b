package org.c4igateway.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class HistoryLoopTest {
    private static final int KEPT = 1_000;

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final List<GatewayException> faults = new ArrayList<>();

    private static KeptSample sample(long id) {
        KmtfMessage message =
                new KmtfMessage("ALPHA", "S" + id, id, "A021", 3, 1, Long.MAX_VALUE, "", List.of(), new byte[100]);
        return KeptSample.of(id, new Heard.Written("A021", message, id), WireType.MESSAGE.newCodec());
    }

    /** A large history takes minutes, and a supervisor kills a service that does not end. */
    @Test
    void endsWhileItReadsWhatIsKept(TestDatabase database) throws SQLException {
        database.execute("DO $$ BEGIN CREATE ROLE test_history LOGIN PASSWORD 'test' IN ROLE c4i_history;"
                + " EXCEPTION WHEN duplicate_object THEN NULL; END $$");
        HistoryPlan plan = HistoryPlanTest.plan(
                "c4i.history.topics", "A021", "c4i.transports.dds.domain-id", Integer.toString(TestNetwork.domain()));
        HistoryStore store = new HistoryStore(
                new Connections(new DatabaseSettings(database.bridge().url(), "test_history", "test", 2)),
                plan.partition());
        store.change(
                LongStream.rangeClosed(1, KEPT)
                        .mapToObj(HistoryLoopTest::sample)
                        .toList(),
                List.of());
        AtomicReference<HistoryLoop> running = new AtomicReference<>();
        // The loop asks for the time when it begins with a topic.
        InstantSource time = () -> {
            running.get().end();
            return Instant.EPOCH;
        };
        HistoryLoop history = new HistoryLoop(plan, store, new HistoryMeters(registry), time, faults::add);
        running.set(history);

        history.run(new Loops(registry, InstantSource.system(), System::nanoTime, faults::add)
                .add("history", Duration.ofMinutes(1)));

        assertThat(history.samples()).as("read after it was told to end").isZero();
        assertThat(faults).isEmpty();
    }
}
