package org.c4igateway.core.flow.send;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.Judge;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.flow.send.group.OutstandingRow;
import org.c4igateway.core.flow.send.group.SendGroup;
import org.c4igateway.core.flow.send.group.SendGroups;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows for the groups of one sender, judges them and puts them into the groups. While more rows wait than one
 * read brings, the next read and its judging run beside the turns of the sender. When a read has brought everything,
 * the next one runs within the turn: rows that come one by one would only wait for another thread. One read goes on at
 * a time. Its answer counts for those groups that still ask for it; others ask again. {@link #rowsMayHaveCome} may be
 * called by any thread, everything else by the sender's.
 */
final class OutboxReading {
    /** So many more times the pause between polls passes while rows that are known to be there have no room. */
    private static final int PAUSE_WHILE_FULL = 3;

    private static final int PRECEDENCES = Precedence.values().length;

    private final Transport transport;
    private final Outbox outbox;
    private final OutboxSignal signal;
    private final MessageRules rules;
    private final Judge judge;
    private final FlowSettings settings;
    private final OutboundMeters meters;
    private final StepListener steps;
    private final LongSupplier nanoTime;
    private final Executor beside;
    private final SendGroups groups;
    private final DeliveryRecorder recorder;
    private final ReceiptIntake receipts;
    private final Consumer<SystemName> restarted;
    private final AtomicBoolean rowsMayHaveCome = new AtomicBoolean(true);
    private final ParallelCall<List<Answer>> call = new ParallelCall<>();
    private @Nullable Round round;
    private boolean stopped;
    private long polledNanos;
    private boolean hasUnasked;
    private long rewindsSeen;
    private long statesBeforeRewind;

    /**
     * Who asked in one read.
     *
     * @param polling whether groups that had read everything asked, too
     */
    private record Round(List<SendGroup> askers, List<FetchRequest> requests, boolean polling, long askedNanos) {}

    /** What the outbox answered to one request, and what the rules say of each row. */
    private record Answer(Fetched fetched, List<MessageJudgement> judgements) {}

    /** @param restarted called for each destination of a group whose outbox reads from the start again */
    OutboxReading(
            SenderParts parts,
            SendGroups groups,
            DeliveryRecorder recorder,
            ReceiptIntake receipts,
            Consumer<SystemName> restarted) {
        this.transport = parts.transport();
        this.outbox = parts.outbox();
        this.signal = parts.signal();
        this.rules = parts.rules();
        this.judge = new Judge(rules, SubscriptionFilter.NONE, parts.edge());
        this.settings = parts.settings();
        this.meters = parts.meters();
        this.steps = parts.steps();
        this.nanoTime = parts.nanoTime();
        this.beside = parts.beside();
        this.groups = groups;
        this.recorder = recorder;
        this.receipts = receipts;
        this.restarted = restarted;
        this.polledNanos = nanoTime.getAsLong();
    }

    /** The next turn asks for rows, even if the last read returned everything. */
    void rowsMayHaveCome() {
        rowsMayHaveCome.set(true);
    }

    /** Reads no more; what is still being read is dropped. */
    void stop() {
        stopped = true;
    }

    /** @return whether a read has not come back for longer than that */
    boolean isWaitingFor(Duration time, long nowNanos) {
        return call.isOpenFor(time, nowNanos);
    }

    /** Takes the rows of the last read, and starts the next one. @return how much was done */
    int turn() {
        if (stopped) {
            return 0;
        }
        int work = take();
        if (!call.isOpen() && mayRead()) {
            ask();
            work += take();
        }
        return work;
    }

    /**
     * Rows that are read again after a rewind must not come back because their final states are not written yet. No row
     * is read while too many states wait.
     */
    private boolean mayRead() {
        if (rewindsSeen != groups.rewinds()) {
            rewindsSeen = groups.rewinds();
            statesBeforeRewind = recorder.latest();
        }
        return recorder.hasStored(statesBeforeRewind) && !recorder.isBehind();
    }

    private void ask() {
        long now = nanoTime.getAsLong();
        boolean exhausted =
                groups.all().stream().allMatch(sendGroup -> sendGroup.cursors().areExhausted());
        boolean full = !exhausted && groups.all().stream().noneMatch(SendGroup::asksForMore);
        boolean polling = rowsMayHaveCome.getAndSet(false) || now - polledNanos >= pauseNanos(full);
        boolean unasked = false;
        List<SendGroup> askers = new ArrayList<>();
        List<FetchRequest> requests = new ArrayList<>();
        for (SendGroup sendGroup : groups.all()) {
            if ((polling || sendGroup.asksForMore())
                    && sendGroup.destinations().stream().allMatch(this::isReachable)) {
                int before = requests.size();
                for (FetchRequest request : sendGroup.requests()) {
                    FetchRequest reserved = sendGroup.reserve(request);
                    if (reserved != null) {
                        askers.add(sendGroup);
                        requests.add(reserved);
                    }
                }
                unasked |= !sendGroup.isDraining() && requests.size() - before < PRECEDENCES;
            }
        }
        hasUnasked = polling ? unasked : hasUnasked;
        if (!requests.isEmpty()) {
            round = new Round(askers, requests, polling, now);
            call.start(exhausted ? Runnable::run : beside, () -> read(requests), now);
        }
    }

    /** Nothing tells again of rows for which there was no room. */
    private long pauseNanos(boolean full) {
        if (signal.tellsEachCommit() && !full && !hasUnasked) {
            return settings.idlePoll().toNanos();
        }
        return (full ? 1 + PAUSE_WHILE_FULL : 1) * settings.fastPoll().toNanos();
    }

    /** @return whether no precedence was left out of the last poll for want of room */
    boolean hasAskedForAll() {
        return !hasUnasked;
    }

    /** @return how long until the outbox has not been polled for {@code idle-poll}; that, when it is overdue */
    Duration untilIdlePoll() {
        long left = polledNanos + settings.idlePoll().toNanos() - nanoTime.getAsLong();
        return left > 0 ? Duration.ofNanos(left) : settings.idlePoll();
    }

    private boolean isReachable(SystemName destination) {
        return transport.peer(destination).reachable();
    }

    /** Runs beside the sender; one at a time. */
    private List<Answer> read(List<FetchRequest> requests) {
        return outbox.fetch(requests).stream()
                .map(fetched -> new Answer(
                        fetched,
                        fetched.rows().stream()
                                .map(row -> judge.judgementOfRow(row.message()))
                                .toList()))
                .toList();
    }

    private int take() {
        Round asked = round;
        List<Answer> answers;
        try {
            answers = call.take();
        } catch (RuntimeException e) {
            askAgain(asked);
            end();
            throw e;
        }
        if (asked == null || answers == null) {
            return 0;
        }
        end();
        if (asked.polling()) {
            polledNanos = asked.askedNanos();
        }
        return accept(asked, answers);
    }

    /** Its memory is free again; what is kept of its rows is counted when a group accepts them. */
    private void end() {
        Round ended = round;
        round = null;
        if (ended != null) {
            for (int i = 0; i < ended.requests().size(); i++) {
                ended.askers().get(i).release(ended.requests().get(i));
            }
        }
    }

    private void askAgain(@Nullable Round asked) {
        if (asked != null && asked.polling()) {
            rowsMayHaveCome.set(true);
        }
    }

    private int accept(Round asked, List<Answer> answers) {
        int rows = 0;
        int work = 0;
        for (int i = 0; i < answers.size(); i++) {
            SendGroup sendGroup = asked.askers().get(i);
            FetchRequest request = asked.requests().get(i);
            Fetched fetched = answers.get(i).fetched();
            if (!groups.all().contains(sendGroup) || !sendGroup.stillAsks(request)) {
                askAgain(asked);
            } else if (sendGroup.repeats(fetched)) {
                // The database was restored or failed over, and reads from the start again.
                List.copyOf(sendGroup.destinations()).forEach(restarted);
            } else {
                rows += accept(sendGroup, request, answers.get(i));
            }
            boolean moved = !fetched.next().equals(request.after());
            work += !fetched.exhausted() && moved ? 1 : 0;
        }
        if (rows > 0) {
            signal.rowsSeen();
            steps.reached(Step.CLAIMED);
        }
        return rows + work;
    }

    private int accept(SendGroup sendGroup, FetchRequest request, Answer answer) {
        List<OutstandingRow> entries = sendGroup.accept(request, answer.fetched());
        for (int i = 0; i < entries.size(); i++) {
            OutstandingRow outstandingRow = entries.get(i);
            receipts.settleEarly(sendGroup, outstandingRow);
            if (!outstandingRow.isSettled()) {
                admit(sendGroup, outstandingRow, answer.judgements().get(i));
            }
        }
        meters.read(request.precedence(), entries.size());
        return entries.size();
    }

    private void admit(SendGroup sendGroup, OutstandingRow outstandingRow, MessageJudgement judgement) {
        outstandingRow.setFinding(judgement.finding());
        Refusal refusal = judgement.refusal();
        if (refusal != null && refusal.code() == ErrorCode.EXPIRED) {
            recorder.expire(sendGroup, outstandingRow);
            if (!outstandingRow.isSettled()) {
                sendGroup.enqueue(outstandingRow);
            }
        } else if (refusal != null) {
            recorder.refuse(sendGroup, outstandingRow, refusal);
        } else if (rules.isReliable(outstandingRow.message())) {
            sendGroup.enqueue(outstandingRow);
        } else {
            OutstandingRow rival = sendGroup.enqueueAboutSubject(outstandingRow);
            if (rival != null) {
                boolean newer = outstandingRow.isNewerThan(rival);
                recorder.superseded(sendGroup, newer ? rival : outstandingRow, newer ? outstandingRow : rival);
            }
        }
    }
}
