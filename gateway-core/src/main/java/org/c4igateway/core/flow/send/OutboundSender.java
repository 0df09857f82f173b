package org.c4igateway.core.flow.send;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.Judge;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Step 2 of the data path for destinations that share a sender thread: reads rows, checks them, sends them, takes
 * receipts and writes final states. {@link #turn} does one round and waits only for the database and the transport;
 * {@link SenderThread} calls it. {@link #onReceipt}, {@link #rowsMayHaveCome} and {@link #add} may be called by
 * any thread, everything else by that one.
 */
public final class OutboundSender {
    private static final Logger LOG = LoggerFactory.getLogger(OutboundSender.class);

    private final Transport transport;
    private final Outbox outbox;
    private final MessageRules rules;
    private final Judge judge;
    private final FlowSettings settings;
    private final OutboundMeters meters;
    private final StepListener steps;
    private final LongSupplier nanoTime;
    private final SendGroups groups;
    private final ReceiptWatch watch;
    private final ReceiptIntake receipts;
    private final DeliveryRecorder recorder;
    private final RowSender sender;
    private final Map<SystemName, Long> epochs = new HashMap<>();
    private final AtomicBoolean rowsMayHaveCome = new AtomicBoolean(true);
    private long pollDueNanos;
    private long overdueCheckNanos;
    private final Queue<SystemName> newcomers = new ConcurrentLinkedQueue<>();
    private boolean reading = true;

    public OutboundSender(SenderParts parts, Set<SystemName> destinations) {
        this.transport = parts.transport();
        this.outbox = parts.outbox();
        this.rules = parts.rules();
        this.judge = new Judge(rules, SubscriptionFilter.NONE, parts.edge());
        this.settings = parts.settings();
        this.meters = parts.meters();
        this.steps = parts.steps();
        this.nanoTime = parts.nanoTime();
        this.watch = new ReceiptWatch(settings.receiptTimeout(), settings.maxReceiptTimeout());
        this.groups = new SendGroups(destinations, outbox.positions(destinations), settings, watch::forgotten);
        long now = nanoTime.getAsLong();
        this.recorder = new DeliveryRecorder(outbox, groups, meters, rules.fromBeforeNow(), now);
        this.sender = new RowSender(parts, recorder, Collections.unmodifiableMap(epochs));
        this.receipts = new ReceiptIntake(groups, watch, recorder, nanoTime);
        this.pollDueNanos = now;
        this.overdueCheckNanos = now;
    }

    /** Takes a receipt. Never blocks: when too many wait it is dropped, and the rows are sent and confirmed again. */
    public void onReceipt(Receipt receipt) {
        receipts.offer(receipt);
    }

    /** Sends to one more destination. Any thread; once for each. */
    void add(SystemName destination) {
        newcomers.add(destination);
        rowsMayHaveCome();
    }

    /** The next turn reads the outbox, even if the last read returned everything. */
    public void rowsMayHaveCome() {
        rowsMayHaveCome.set(true);
    }

    /**
     * One round.
     *
     * @return how much was done; 0 when the next round has nothing to do before something happens or time passes
     */
    public int turn() {
        admitNewcomers();
        observePeers();
        int work = takeReceipts();
        recorder.record(nanoTime.getAsLong());
        if (reading) {
            work += fetch();
        }
        work += send();
        rewindOverdue();
        if (transport.multicast()) {
            groups.leaveSlowBehind();
            groups.join(this::isReachable);
        }
        meters.inFlight(groups);
        return work;
    }

    /** Stops reading; {@link #turn} goes on with what is in memory. */
    void stopReading() {
        reading = false;
    }

    /** @return whether something that was sent still waits for its receipt */
    boolean isWaiting() {
        return !recorder.isEmpty() || groups.all().stream().anyMatch(SendGroup::isAwaitingReceipts);
    }

    /** @return rows queued to be sent, including ended ones that are still in the queues; for tests */
    int queuedRows() {
        return groups.all().stream().mapToInt(SendGroup::queuedRows).sum();
    }

    /** Writes what is settled and the positions. */
    public void finish() {
        takeReceipts();
        recorder.recordAll();
    }

    private void admitNewcomers() {
        for (SystemName destination = newcomers.peek(); destination != null; destination = newcomers.peek()) {
            groups.add(destination, outbox.positions(Set.of(destination)));
            newcomers.remove();
        }
    }

    private void observePeers() {
        for (SendGroup sendGroup : List.copyOf(groups.all())) {
            for (SystemName destination : List.copyOf(sendGroup.destinations())) {
                observe(destination);
            }
        }
        groups.separate(destination -> !isReachable(destination));
    }

    private void observe(SystemName destination) {
        PeerState state = transport.peer(destination);
        Long known = epochs.put(destination, state.epoch());
        if (known != null && known != state.epoch()) {
            watch.restarted(destination);
            rewind(destination, "epoch");
        }
    }

    private boolean isReachable(SystemName destination) {
        return transport.peer(destination).reachable();
    }

    private int takeReceipts() {
        int taken = receipts.takeAll();
        if (taken > 0) {
            steps.reached(Step.RECEIPT_TAKEN);
        }
        return taken;
    }

    private int fetch() {
        long now = nanoTime.getAsLong();
        boolean polling = rowsMayHaveCome.getAndSet(false) || now - pollDueNanos >= 0;
        List<SendGroup> askers = new ArrayList<>();
        List<FetchRequest> requests = new ArrayList<>();
        for (SendGroup sendGroup : groups.all()) {
            boolean worthAsking = polling || !sendGroup.isExhausted();
            if (worthAsking && sendGroup.destinations().stream().allMatch(this::isReachable)) {
                for (FetchRequest request : sendGroup.requests()) {
                    askers.add(sendGroup);
                    requests.add(request);
                }
            }
        }
        return requests.isEmpty() ? 0 : fetch(askers, requests, polling, now);
    }

    private int fetch(List<SendGroup> askers, List<FetchRequest> requests, boolean polling, long now) {
        List<Fetched> answers = ask(requests, polling);
        if (polling) {
            pollDueNanos = now + settings.fastPoll().toNanos();
        }
        int rows = 0;
        int work = 0;
        for (int i = 0; i < answers.size(); i++) {
            Fetched fetched = answers.get(i);
            rows += accept(askers.get(i), requests.get(i), fetched);
            boolean moved = !fetched.next().equals(requests.get(i).after());
            work += !fetched.exhausted() && moved ? 1 : 0;
        }
        if (rows > 0) {
            steps.reached(Step.CLAIMED);
        }
        return rows + work;
    }

    private List<Fetched> ask(List<FetchRequest> requests, boolean polling) {
        try {
            return outbox.fetch(requests);
        } catch (GatewayException e) {
            rowsMayHaveCome.compareAndSet(false, polling);
            throw e;
        }
    }

    private int accept(SendGroup sendGroup, FetchRequest request, Fetched fetched) {
        if (!groups.all().contains(sendGroup)) {
            // The group rewound while the answers to its other requests were processed.
            return 0;
        }
        if (sendGroup.repeats(fetched)) {
            // The database was restored or failed over, and reads from the start again.
            List.copyOf(sendGroup.destinations()).forEach(destination -> rewind(destination, "restart"));
            return 0;
        }
        List<OutstandingRow> entries = sendGroup.accept(request, fetched);
        for (OutstandingRow outstandingRow : entries) {
            receipts.settleEarly(sendGroup, outstandingRow);
            if (!outstandingRow.isSettled()) {
                admit(sendGroup, outstandingRow);
            }
        }
        meters.read(request.precedence(), entries.size());
        return entries.size();
    }

    private void admit(SendGroup sendGroup, OutstandingRow outstandingRow) {
        MessageJudgement judgement = judge.judgementOfRow(outstandingRow.message());
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

    private int send() {
        int sent = 0;
        for (SendGroup sendGroup : groups.all()) {
            if (!sendGroup.isPaused(nanoTime.getAsLong())) {
                sent += sender.send(sendGroup);
            }
        }
        if (sent > 0) {
            transport.flush();
            meters.sent(sent);
            steps.reached(Step.SENT);
        }
        return sent;
    }

    private void rewindOverdue() {
        long now = nanoTime.getAsLong();
        if (now - overdueCheckNanos < 0) {
            return;
        }
        overdueCheckNanos = now + settings.receiptTimeout().dividedBy(8).toNanos();
        for (SendGroup sendGroup : List.copyOf(groups.all())) {
            sendGroup.oldestAwaiting().forEach((destination, oldest) -> {
                if (watch.isOverdue(destination, oldest.sentAtNanos(), now)) {
                    watch.rewound(destination, now);
                    rewind(destination, "overdue");
                }
            });
        }
    }

    private void rewind(SystemName destination, String reason) {
        if (groups.all().stream().anyMatch(sendGroup -> sendGroup.isWaitedForBy(destination))) {
            LOG.info("Reading again for {} over {}: {}", destination, transport.name(), reason);
            meters.rewound(destination, reason);
            groups.rewind(destination);
        }
    }
}
