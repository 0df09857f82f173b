package org.c4igateway.core.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.store.Inbox;

/** An inbox in memory that keeps the contract of the port. Thread-safe. */
public final class MemoryInbox implements Inbox {
    private final Map<MessageId, Message> messages = new LinkedHashMap<>();
    private final List<DeadLetter> deadLetters = new ArrayList<>();
    private final List<Integer> batches = new ArrayList<>();
    private volatile Faults faults = Faults.NONE;
    private int duplicates;

    /** From now on the database behaves like this. Called without a lock, so that a fault may block. */
    public void faults(Faults now) {
        faults = now;
    }

    @Override
    public int write(List<Message> arrived, List<DeadLetter> parked) {
        faults.before("write");
        int known = store(arrived, parked);
        faults.after("write");
        return known;
    }

    private synchronized int store(List<Message> arrived, List<DeadLetter> parked) {
        int known = 0;
        for (Message message : arrived) {
            if (messages.putIfAbsent(message.id(), message) != null) {
                known++;
            }
        }
        deadLetters.addAll(parked);
        batches.add(arrived.size() + parked.size());
        duplicates += known;
        return known;
    }

    /** @return delivered messages in order of arrival; a copy */
    public synchronized List<Message> messages() {
        return List.copyOf(messages.values());
    }

    /** @return parked arrivals; a copy */
    public synchronized List<DeadLetter> deadLetters() {
        return List.copyOf(deadLetters);
    }

    /** @return how many arrivals each transaction held; a copy */
    public synchronized List<Integer> batches() {
        return List.copyOf(batches);
    }

    /** @return how many messages arrived that were there already */
    public synchronized int duplicates() {
        return duplicates;
    }
}
