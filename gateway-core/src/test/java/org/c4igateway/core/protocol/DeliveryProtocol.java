package org.c4igateway.core.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.c4igateway.core.protocol.ProtocolState.Data;
import org.c4igateway.core.protocol.ProtocolState.End;
import org.c4igateway.core.protocol.ProtocolState.Greeting;
import org.c4igateway.core.protocol.ProtocolState.Receipt;
import org.c4igateway.core.protocol.ProtocolState.Row;
import org.c4igateway.core.protocol.ProtocolState.Sender;

/**
 * The steps of the protocol, each with the class that it models. A step happens whole, as a transaction or the turn of
 * one thread does. Faults happen at any moment, as many as the bounds say.
 *
 * @param bounds how much there is
 * @param faults what may go wrong
 * @param defects what the code is supposed to do and this model leaves out
 */
record DeliveryProtocol(Bounds bounds, Set<Fault> faults, Set<Defect> defects) {
    /** Room of each queue; two are the fewest that can be out of order. */
    private static final int ROOM = 2;

    /** What may go wrong. */
    enum Fault {
        LINK,
        RECEIPT_LOSS,
        RECEIVER_RESTART,
        SENDER_RESTART,
        TAKEOVER,
        DAYS,
        SENDER_RESTORE,
        SENDER_SNAPSHOT,
        RECEIVER_RESTORE
    }

    /** Mutations of the protocol. */
    enum Defect {
        RECEIPT_BEFORE_COMMIT,
        NO_REWIND_ON_NEW_EPOCH,
        EPOCH_UNCHECKED_AT_SEND,
        GREETING_IGNORED,
        REPEATS_NOT_RECOGNISED,
        NEVER_OVERDUE,
        HORIZON_IGNORED,
        EARLIER_STARTS_FORGOTTEN,
        NUMBERS_GIVEN_AGAIN,
        CONTENT_NOT_COMPARED,
        NO_RESYNC,
        NO_FENCE
    }

    /** @param rows to be submitted */
    record Bounds(int rows, int faults) {}

    /** A step out of a state. */
    record Step(String name, boolean fault, ProtocolState to) {}

    List<Step> steps(ProtocolState from) {
        Steps steps = new Steps(from);
        submit(from, steps);
        for (int i = 0; i < from.senders.size(); i++) {
            meet(from, steps, i);
            greet(from, steps, i);
            rewind(from, steps, i);
            send(from, steps, i);
            takeReceipt(from, steps, i);
            record(from, steps, i);
        }
        receive(from, steps);
        commit(from, steps);
        resync(from, steps);
        if (from.faults < bounds.faults) {
            new ProtocolFaults(faults, defects).add(from, steps);
        }
        return steps.all;
    }

    /** Collects copies of one state, changed. */
    static final class Steps {
        final List<Step> all = new ArrayList<>();
        private final ProtocolState from;

        Steps(ProtocolState from) {
            this.from = from;
        }

        void add(String name, Consumer<ProtocolState> change) {
            ProtocolState next = from.copy();
            change.accept(next);
            all.add(new Step(name, false, next));
        }

        void fault(String name, Consumer<ProtocolState> change) {
            ProtocolState next = from.copy();
            next.faults++;
            change.accept(next);
            all.add(new Step(name, true, next));
        }
    }

    /** {@code c4i.submit}: numbers only grow. */
    private void submit(ProtocolState from, Steps steps) {
        if (from.submitted < bounds.rows) {
            steps.add("submit", to -> to.outbox.add(new Row(++to.given, ++to.submitted, End.PENDING, 0)));
        }
    }

    /** PeerTable, PeerConnection: the announcement of another incarnation is a new epoch. */
    private static void meet(ProtocolState from, Steps steps, int i) {
        Sender sender = from.senders.get(i);
        if (sender.incarnation() != from.incarnation) {
            steps.add("meet", to -> to.senders.set(i, sender.at(from.incarnation, sender.epoch() + 1, false)));
        }
    }

    /**
     * Presence, SampleAdmission: HELLO names the receiver's incarnation; the receiver takes one of the latest start it
     * knows and answers; the sender takes the answer to its present epoch.
     */
    private static void greet(ProtocolState from, Steps steps, int i) {
        Sender sender = from.senders.get(i);
        Greeting own = new Greeting(sender.incarnation(), sender.start(), sender.epoch());
        if (!sender.welcomed() && sender.incarnation() > 0 && !from.hellos.contains(own)) {
            steps.add("hello", to -> to.hellos = new ArrayList<>(List.of(own)));
        }
        if (!from.welcomes.isEmpty() && from.welcomes.getFirst().start() == sender.start()) {
            steps.add("take welcome", to -> {
                boolean present = to.welcomes.removeFirst().equals(own);
                to.senders.set(i, sender.at(sender.incarnation(), sender.epoch(), sender.welcomed() || present));
            });
        }
    }

    /** OutboundSender.observe and rewindOverdue, SendGroups.rewind: reads again from the oldest unsettled row. */
    private void rewind(ProtocolState from, Steps steps, int i) {
        Sender sender = from.senders.get(i);
        if (sender.seen() != sender.epoch()) {
            int again = defects.contains(Defect.NO_REWIND_ON_NEW_EPOCH) ? sender.from() : 0;
            steps.add("observe epoch", to -> to.senders.set(i, sender.reading(sender.epoch(), again)));
        }
        boolean awaits = from.outbox.stream()
                .anyMatch(row -> row.number() < sender.from() && row.end() == End.PENDING && !isSettled(sender, row));
        if (awaits && from.isQuiet() && !defects.contains(Defect.NEVER_OVERDUE)) {
            steps.add("overdue", to -> to.senders.set(i, sender.reading(sender.seen(), 0)));
        }
    }

    private static boolean isSettled(Sender sender, Row row) {
        return sender.settled().stream().anyMatch(receipt -> receipt.number() == row.number());
    }

    /** RowSender, and the transport, which refuses a send for another epoch than the present one. */
    private void send(ProtocolState from, Steps steps, int i) {
        Sender sender = from.senders.get(i);
        boolean current = sender.seen() == sender.epoch() || defects.contains(Defect.EPOCH_UNCHECKED_AT_SEND);
        if (!sender.welcomed() || !current || from.data.size() == ROOM) {
            return;
        }
        from.outbox.stream()
                .filter(row -> row.number() >= sender.from() && row.end() == End.PENDING && !isSettled(sender, row))
                .findFirst()
                .ifPresent(row -> steps.add("send", to -> sendRow(to, i, row)));
    }

    private void sendRow(ProtocolState to, int i, Row row) {
        Sender sender = to.senders.get(i).reading(to.senders.get(i).seen(), row.number() + 1);
        // ReceiptWatch knows what this start has sent; the number tells what an earlier one may have sent.
        boolean fromBefore = row.number() <= sender.before() && !defects.contains(Defect.EARLIER_STARTS_FORGOTTEN);
        boolean mayBeThere = fromBefore || sender.sent().contains(row.number());
        if (row.age() > 0 && mayBeThere && !defects.contains(Defect.HORIZON_IGNORED)) {
            to.senders.set(
                    i, sender.knowing(sender.sent(), with(sender.settled(), new Receipt(row.number(), End.REFUSED))));
            return;
        }
        to.data.add(new Data(row.number(), row.content(), sender.start(), sender.epoch()));
        to.senders.set(
                i,
                sender.sent().contains(row.number())
                        ? sender
                        : sender.knowing(with(sender.sent(), row.number()), sender.settled()));
    }

    private static <T> List<T> with(List<T> list, T more) {
        List<T> all = new ArrayList<>(list);
        all.add(more);
        return List.copyOf(all);
    }

    /** SampleAdmission, InboundQueue: takes what was written in a greeted epoch, by the start that greeted. */
    private void receive(ProtocolState from, Steps steps) {
        if (!from.hellos.isEmpty()) {
            steps.add("take hello", to -> {
                Greeting hello = to.hellos.removeFirst();
                boolean later = to.admitted.isEmpty()
                        || hello.start() >= to.admitted.getFirst().start();
                if (hello.incarnation() == to.incarnation && later) {
                    to.admitted = new ArrayList<>(List.of(hello));
                    to.welcomes = new ArrayList<>(List.of(hello));
                }
            });
        }
        if (!from.data.isEmpty() && from.queue.size() < ROOM && from.owed.size() < ROOM) {
            steps.add("receive", to -> {
                Data arrived = to.data.removeFirst();
                boolean counts = to.admitted.stream()
                        .anyMatch(hello -> hello.start() == arrived.start() && hello.epoch() <= arrived.epoch());
                if (counts || defects.contains(Defect.GREETING_IGNORED)) {
                    to.queue.add(arrived);
                    if (defects.contains(Defect.RECEIPT_BEFORE_COMMIT)) {
                        to.owed.add(new Receipt(arrived.number(), End.DELIVERED));
                    }
                }
            });
        }
    }

    /** InboundFlow, InboxTransaction: one transaction; ReceiptBuffer: the receipts after it. */
    private void commit(ProtocolState from, Steps steps) {
        if (!from.queue.isEmpty() && from.owed.isEmpty()) {
            steps.add("commit", to -> {
                to.queue.forEach(message -> write(to, message));
                to.queue.clear();
            });
        } else if (!from.queue.isEmpty() && defects.contains(Defect.RECEIPT_BEFORE_COMMIT)) {
            steps.add("commit", to -> {
                List<Receipt> sentBefore = List.copyOf(to.owed);
                to.queue.forEach(message -> write(to, message));
                to.queue.clear();
                to.owed = new ArrayList<>(sentBefore);
            });
        }
        if (!from.owed.isEmpty() && from.receipts.size() < ROOM) {
            steps.add("send receipt", to -> to.receipts.add(to.owed.removeFirst()));
        }
    }

    private void write(ProtocolState to, Data message) {
        Data known = to.keys.stream()
                .filter(key -> key.number() == message.number())
                .findFirst()
                .orElse(null);
        boolean repeated = known != null && !defects.contains(Defect.REPEATS_NOT_RECOGNISED);
        boolean same =
                known == null || known.content() == message.content() || defects.contains(Defect.CONTENT_NOT_COMPARED);
        if (!repeated) {
            to.inbox.add(message.content());
            to.keys.add(new Data(message.number(), message.content(), 0, 0));
        }
        to.owed.add(new Receipt(message.number(), same ? End.DELIVERED : End.REFUSED));
    }

    /** ReceiptIntake: counts for rows that this process has sent. */
    private static void takeReceipt(ProtocolState from, Steps steps, int i) {
        if (from.receipts.isEmpty()) {
            return;
        }
        steps.add("take receipt", to -> {
            Receipt receipt = to.receipts.removeFirst();
            Sender sender = to.senders.get(i);
            boolean known = sender.settled().stream().anyMatch(other -> other.number() == receipt.number());
            if (sender.sent().contains(receipt.number()) && !known) {
                to.senders.set(i, sender.knowing(sender.sent(), with(sender.settled(), receipt)));
            }
        });
    }

    /** DeliveryRecorder and Outbox.record behind the fence of OutboxLease: the node of an older lease ends there. */
    private void record(ProtocolState from, Steps steps, int i) {
        Sender sender = from.senders.get(i);
        if (sender.start() < from.lease && !defects.contains(Defect.NO_FENCE)) {
            steps.add("end at the fence", to -> to.senders.remove(i));
        } else if (!sender.settled().isEmpty()) {
            steps.add("record", to -> {
                to.outbox.replaceAll(row -> sender.settled().stream()
                        .filter(receipt -> receipt.number() == row.number() && row.end() == End.PENDING)
                        .findFirst()
                        .map(receipt -> row.ended(receipt.end()))
                        .orElse(row));
                to.senders.set(i, sender.knowing(sender.sent(), List.of()));
            });
        }
    }

    /** Resync, after a restore of the receiver: takes `delivered` back from what its inbox has lost. */
    private void resync(ProtocolState from, Steps steps) {
        boolean calm = from.receipts.isEmpty()
                && from.senders.stream().allMatch(sender -> sender.settled().isEmpty());
        if (from.lost && calm && !defects.contains(Defect.NO_RESYNC)) {
            steps.add("resync", to -> {
                to.outbox.replaceAll(row ->
                        row.end() == End.DELIVERED && !to.inbox.contains(row.content()) ? row.ended(End.PENDING) : row);
                to.senders.replaceAll(sender -> sender.reading(sender.seen(), 0));
                to.lost = false;
            });
        }
    }
}
