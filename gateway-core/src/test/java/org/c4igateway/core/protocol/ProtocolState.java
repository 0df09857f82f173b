package org.c4igateway.core.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One state: two databases, the nodes before them, and what is on the way from origin to receiver and back. Messages
 * are of one topic and precedence; contents are numbered in the order of submission.
 */
final class ProtocolState {
    /** Final states of a row. */
    enum End {
        PENDING,
        DELIVERED,
        REFUSED
    }

    /** @param age 0 young; 1 older than origins send, identity days less one; 2 older than receivers remember */
    record Row(int number, int content, End end, int age) {
        Row ended(End with) {
            return new Row(number, content, with, age);
        }
    }

    /** A message on the way, written by a start of the origin in an epoch. */
    record Data(int number, int content, int start, int epoch) {}

    record Receipt(int number, End end) {}

    /** HELLO and WELCOME: incarnation of the receiver, start and epoch of the sender. */
    record Greeting(int incarnation, int start, int epoch) {}

    /**
     * Memory of a node of the origin.
     *
     * @param start its lease
     * @param before the last number given before it began
     * @param incarnation of the receiver that its transport has met
     * @param epoch of the receiver as its transport says
     * @param welcomed whether that epoch was greeted
     * @param seen epoch that its rows in memory were read for
     * @param from number from which it reads on
     * @param sent numbers that it has sent
     * @param settled final states that came, not yet recorded
     */
    record Sender(
            int start,
            int before,
            int incarnation,
            int epoch,
            boolean welcomed,
            int seen,
            int from,
            List<Integer> sent,
            List<Receipt> settled) {
        static Sender fresh(int start, int before) {
            return new Sender(start, before, 0, 0, false, 0, 0, List.of(), List.of());
        }

        Sender at(int nextIncarnation, int nextEpoch, boolean isWelcomed) {
            return new Sender(start, before, nextIncarnation, nextEpoch, isWelcomed, seen, from, sent, settled);
        }

        Sender reading(int nextSeen, int nextFrom) {
            return new Sender(start, before, incarnation, epoch, welcomed, nextSeen, nextFrom, sent, settled);
        }

        Sender knowing(List<Integer> nextSent, List<Receipt> nextSettled) {
            return new Sender(start, before, incarnation, epoch, welcomed, seen, from, nextSent, nextSettled);
        }
    }

    List<Row> outbox = new ArrayList<>();
    int submitted;
    int given;
    int lease = 1;
    List<Sender> senders = new ArrayList<>(List.of(Sender.fresh(1, 0)));
    List<Data> data = new ArrayList<>();
    List<Receipt> receipts = new ArrayList<>();
    List<Greeting> hellos = new ArrayList<>();
    List<Greeting> welcomes = new ArrayList<>();
    int incarnation = 1;
    List<Greeting> admitted = new ArrayList<>();
    List<Data> queue = new ArrayList<>();
    List<Receipt> owed = new ArrayList<>();
    List<Integer> inbox = new ArrayList<>();
    List<Data> keys = new ArrayList<>();
    boolean lost;
    /** Contents that a restore took from the inbox: what a resync sends again comes after newer ones. */
    List<Integer> gone = new ArrayList<>();

    int faults;

    ProtocolState copy() {
        ProtocolState next = new ProtocolState();
        next.outbox = new ArrayList<>(outbox);
        next.submitted = submitted;
        next.given = given;
        next.lease = lease;
        next.senders = new ArrayList<>(senders);
        next.data = new ArrayList<>(data);
        next.receipts = new ArrayList<>(receipts);
        next.hellos = new ArrayList<>(hellos);
        next.welcomes = new ArrayList<>(welcomes);
        next.incarnation = incarnation;
        next.admitted = new ArrayList<>(admitted);
        next.queue = new ArrayList<>(queue);
        next.owed = new ArrayList<>(owed);
        next.inbox = new ArrayList<>(inbox);
        next.keys = new ArrayList<>(keys);
        next.lost = lost;
        next.gone = new ArrayList<>(gone);
        next.faults = faults;
        return next;
    }

    /** Equal for equal states. */
    List<Object> key() {
        return List.of(
                outbox,
                List.of(submitted, given, lease, incarnation, faults, lost),
                gone,
                senders,
                data,
                receipts,
                hellos,
                welcomes,
                admitted,
                queue,
                owed,
                inbox,
                keys);
    }

    /** What is wrong in this state; empty when nothing is. */
    String violation() {
        if (inbox.stream().distinct().count() < inbox.size()) {
            return "twice in the inbox: " + inbox;
        }
        List<Integer> never =
                inbox.stream().filter(content -> !gone.contains(content)).toList();
        if (!never.equals(never.stream().sorted().toList())) {
            return "out of order: " + inbox;
        }
        for (Row row : outbox) {
            if (row.end == End.DELIVERED && !lost && !inbox.contains(row.content)) {
                return "delivered and not in the inbox: " + row.content;
            }
            boolean reused = keys.stream().anyMatch(key -> key.number == row.number && key.content != row.content);
            if (row.end == End.REFUSED && row.age == 0 && !reused) {
                return "refused without a reason: " + row.content;
            }
        }
        return "";
    }

    /** Nothing is on the way or about to be: what has no receipt now will get none. */
    boolean isQuiet() {
        return data.isEmpty() && queue.isEmpty() && owed.isEmpty() && receipts.isEmpty();
    }

    boolean isComplete(int rows) {
        return submitted == rows && !lost && outbox.stream().noneMatch(row -> row.end == End.PENDING);
    }

    @Override
    public String toString() {
        return "outbox " + outbox + ", inbox " + inbox + ", senders "
                + senders.stream().map(Sender::toString).collect(Collectors.joining("; "));
    }
}
