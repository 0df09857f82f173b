package org.c4igateway.core.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.c4igateway.core.protocol.DeliveryProtocol.Defect;
import org.c4igateway.core.protocol.DeliveryProtocol.Fault;
import org.c4igateway.core.protocol.DeliveryProtocol.Steps;
import org.c4igateway.core.protocol.ProtocolState.End;
import org.c4igateway.core.protocol.ProtocolState.Row;
import org.c4igateway.core.protocol.ProtocolState.Sender;

/** What may go wrong in a state. */
record ProtocolFaults(Set<Fault> faults, Set<Defect> defects) {
    void add(ProtocolState from, Steps steps) {
        for (Fault fault : faults) {
            switch (fault) {
                case LINK -> link(from, steps);
                case RECEIPT_LOSS -> {
                    if (!from.receipts.isEmpty()) {
                        steps.fault("a receipt is lost", to -> to.receipts.removeFirst());
                    }
                }
                case RECEIVER_RESTART -> steps.fault("receiver restarts", ProtocolFaults::restartReceiver);
                case SENDER_RESTART -> steps.fault("sender restarts", to -> nextSender(to, false));
                case TAKEOVER -> {
                    if (from.senders.size() == 1) {
                        steps.fault("standby takes over", to -> nextSender(to, true));
                    }
                }
                case DAYS -> days(from, steps);
                case SENDER_RESTORE -> restoreSender(from, steps, defects.contains(Defect.NUMBERS_GIVEN_AGAIN));
                case SENDER_SNAPSHOT -> {
                    if (from.isQuiet()) {
                        restoreSender(from, steps, true);
                    }
                }
                case RECEIVER_RESTORE -> restoreReceiver(from, steps);
            }
        }
    }

    /** The connection breaks: some of what was on the way arrives late, the rest never; both sides notice. */
    private static void link(ProtocolState from, Steps steps) {
        for (int kept = 0; kept <= from.data.size(); kept++) {
            int arrives = kept;
            steps.fault("link breaks", to -> {
                to.data = new ArrayList<>(to.data.subList(0, arrives));
                to.receipts.clear();
                to.hellos.clear();
                to.welcomes.clear();
                to.senders.replaceAll(sender -> sender.at(sender.incarnation(), sender.epoch() + 1, false));
            });
        }
    }

    private static void restartReceiver(ProtocolState to) {
        to.incarnation++;
        to.admitted.clear();
        to.queue.clear();
        to.owed.clear();
    }

    /** OutboxLease: the next start has a greater epoch. The old node may go on for a while, or is dead. */
    private static void nextSender(ProtocolState to, boolean oldGoesOn) {
        to.lease++;
        if (!oldGoesOn) {
            to.senders.clear();
        }
        to.senders.add(Sender.fresh(to.lease, to.given));
    }

    /** Identities grow old. No message is on the way for a day, which is what the horizons differ by. */
    private static void days(ProtocolState from, Steps steps) {
        boolean onTheWay = !from.data.isEmpty() || !from.queue.isEmpty();
        if (!onTheWay && from.outbox.stream().anyMatch(row -> row.age() < 2)) {
            steps.fault("days pass", to -> {
                to.outbox.replaceAll(
                        row -> new Row(row.number(), row.content(), row.end(), Math.min(2, row.age() + 1)));
                to.keys.removeIf(
                        key -> to.outbox.stream().anyMatch(row -> row.content() == key.content() && row.age() == 2));
            });
        }
    }

    /**
     * A backup of the origin is put back, or a new database made: rows after some row and all final states are gone.
     * {@code after_restore} lets numbers continue above all that were given. Behind the back of the gateway, as when
     * the snapshot of a virtual machine is put back, numbers are given again.
     */
    private static void restoreSender(ProtocolState from, Steps steps, boolean numbersAgain) {
        for (int kept = 0; kept <= from.outbox.size(); kept++) {
            int rows = kept;
            steps.fault("origin is restored", to -> {
                to.outbox = new ArrayList<>(to.outbox.subList(0, rows));
                to.outbox.replaceAll(row -> row.ended(End.PENDING));
                if (numbersAgain) {
                    to.given = to.outbox.isEmpty() ? 0 : to.outbox.getLast().number();
                }
                nextSender(to, false);
            });
        }
    }

    private static void restoreReceiver(ProtocolState from, Steps steps) {
        for (int kept = 0; kept < from.inbox.size(); kept++) {
            int rows = kept;
            steps.fault("receiver is restored", to -> {
                List<Integer> remains = List.copyOf(to.inbox.subList(0, rows));
                to.inbox.stream()
                        .skip(rows)
                        .filter(content -> !to.gone.contains(content))
                        .forEach(to.gone::add);
                to.inbox = new ArrayList<>(remains);
                to.keys.removeIf(key -> !remains.contains(key.content()));
                to.lost = true;
                restartReceiver(to);
            });
        }
    }
}
