package org.c4igateway.core.flow.receive;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.store.Readmission;
import org.c4igateway.core.store.Readmission.Outcome;
import org.c4igateway.core.store.Readmission.Taken;
import org.c4igateway.core.testkit.MemoryInbox;
import org.jspecify.annotations.Nullable;

/** An inbox in memory before which operators put dead letters back. Thread-safe. */
final class PutBackInbox implements Inbox {
    final MemoryInbox memory = new MemoryInbox();
    private final List<Readmission> waiting = new CopyOnWriteArrayList<>();
    private final List<Taken> untold = new CopyOnWriteArrayList<>();
    private final Map<Long, Outcome> ends = new LinkedHashMap<>();
    private volatile int asked;
    private volatile int askedUntold;

    void putBack(long id, @Nullable Message message) {
        waiting.add(new Readmission(id, message));
    }

    /** @return how each attempt ended; a copy */
    synchronized Map<Long, Outcome> ends() {
        return new LinkedHashMap<>(ends);
    }

    /** @return how often it was asked for what waits */
    int asked() {
        return asked;
    }

    int askedUntold() {
        return askedUntold;
    }

    List<Taken> untold() {
        return untold;
    }

    @Override
    public synchronized List<Readmission> readmissions() {
        asked++;
        return waiting.stream().limit(2).toList();
    }

    @Override
    public synchronized void end(Readmission readmission, Outcome outcome) {
        waiting.remove(readmission);
        ends.put(readmission.id(), outcome);
        Message message = readmission.message();
        if (message != null && !(outcome instanceof Outcome.Refused)) {
            untold.add(new Taken(readmission.id(), message.id()));
        }
    }

    @Override
    public synchronized List<Taken> untold(long after) {
        askedUntold++;
        return untold.stream().filter(taken -> taken.id() > after).toList();
    }

    @Override
    public void told(List<Taken> taken) {
        untold.removeAll(taken);
    }

    @Override
    public Written write(List<Message> messages, List<DeadLetter> letters, Map<Message, String> findings) {
        return memory.write(messages, letters, findings);
    }

    @Override
    public Set<MessageKey> delivered(Set<MessageKey> keys) {
        return memory.delivered(keys);
    }

    @Override
    public void answerExpired(Set<MessageKey> keys) {
        memory.answerExpired(keys);
    }

    @Override
    public List<MessageKey> foundExpired() {
        return memory.foundExpired();
    }
}
