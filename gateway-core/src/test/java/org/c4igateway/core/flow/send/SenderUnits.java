package org.c4igateway.core.flow.send;

import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.LiveTransport;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.send.group.InFlightTotal;
import org.c4igateway.core.flow.send.group.OutstandingRow;
import org.c4igateway.core.flow.send.group.SendGroup;
import org.c4igateway.core.flow.send.group.SendGroups;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.Outbox.PendingRow;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.HeldCalls;
import org.c4igateway.core.testkit.MemoryOutbox;
import org.c4igateway.core.testkit.VirtualTime;

/** The parts of a sender to BRAVO and CHARLIE, put together, for tests that call one of them. */
final class SenderUnits {
    static final int IN_FLIGHT_ROWS = 1_000;

    final VirtualTime time = new VirtualTime();
    final MemoryOutbox outbox = new MemoryOutbox();
    final LiveTransport transport = new LiveTransport("live", true);
    final HeldCalls calls = new HeldCalls();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final FlowSettings settings = new FlowSettings(
            IN_FLIGHT_ROWS,
            1_000_000,
            500,
            Duration.ofMillis(50),
            Duration.ofMillis(100),
            Duration.ofMillis(400),
            Duration.ofMillis(2),
            Duration.ofMillis(50),
            100,
            100_000,
            50,
            Duration.ofMillis(1),
            Duration.ofMillis(4));
    final SenderParts parts = new SenderParts(
            transport,
            outbox,
            OutboxSignal.NONE,
            new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, time),
            EdgeText.UTF_8,
            settings,
            new InFlightTotal(1 << 30),
            new OutboundMeters(meters, "live", "group"),
            DeliveryTrace.NONE,
            StepListener.NONE,
            time,
            calls);
    final SendGroups groups =
            new SendGroups(Set.of(BRAVO, CHARLIE), Map.of(), settings, parts.total(), (destination, sequence) -> {});
    final ReceiptWatch watch = new ReceiptWatch(settings.receiptTimeout(), settings.maxReceiptTimeout());
    final Map<SystemName, Long> epochs = new HashMap<>(Map.of(BRAVO, 1L, CHARLIE, 1L));
    final DeliveryRecorder recorder = new DeliveryRecorder(parts, groups);

    /** @return a sender to BRAVO of these parts, which tells of its steps */
    OutboundSender sender(StepListener steps) {
        SenderParts stepping = new SenderParts(
                transport,
                outbox,
                parts.signal(),
                parts.rules(),
                parts.edge(),
                settings,
                parts.total(),
                parts.meters(),
                parts.trace(),
                steps,
                time,
                calls);
        return new OutboundSender(stepping, Set.of(BRAVO));
    }

    SendGroup group() {
        return groups.homeOf(BRAVO);
    }

    /** Reliable rows of ROUTINE to BRAVO with the next sequences are read; the outbox knows them. */
    List<OutstandingRow> read(int rows, String next) {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            messages.add(Drafts.message(outbox.nextSequence(), BRAVO));
        }
        return read(messages, next);
    }

    /** These rows of ROUTINE are read for all their destinations; the outbox knows them. */
    List<OutstandingRow> read(List<Message> messages, String next) {
        messages.forEach(outbox::commit);
        List<PendingRow> rows = messages.stream()
                .map(message -> new PendingRow(message, message.destinations()))
                .toList();
        FetchRequest request = new FetchRequest(
                group().destinations(),
                Precedence.ROUTINE,
                group().cursors().position(Precedence.ROUTINE),
                IN_FLIGHT_ROWS,
                1_000_000);
        return group().accept(request, new Fetched(rows, new ReadPosition(next), true));
    }

    /** The same, queued to be sent. */
    List<OutstandingRow> ready(int rows) {
        List<OutstandingRow> read = read(rows, "p");
        read.forEach(group()::enqueue);
        return read;
    }
}
