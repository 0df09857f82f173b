package org.c4igateway.core.testkit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.ContentDigest;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.store.Inbox;

/** An inbox in memory that keeps the contract of the port. Thread-safe. */
public final class MemoryInbox implements Inbox {
    private final Map<MessageId, Message> messages = new LinkedHashMap<>();
    private final Map<Message, String> findings = new LinkedHashMap<>();
    private final List<DeadLetter> deadLetters = new ArrayList<>();
    private final Set<MessageKey> expired = new LinkedHashSet<>();
    private final List<Integer> batches = new ArrayList<>();
    private final List<MessageId> parkedIds = new ArrayList<>();
    private final Set<String> parkedReasons = new HashSet<>();
    private volatile Faults faults = Faults.NONE;
    private volatile Predicate<Message> refuses = message -> false;
    private int duplicates;

    /** From now on the database behaves like this. Called without a lock, so that a fault may block. */
    public void faults(Faults now) {
        faults = now;
    }

    /** From now on the database refuses the data of such messages. */
    public void refuse(Predicate<Message> such) {
        refuses = such;
    }

    @Override
    public Written write(List<Message> arrived, List<DeadLetter> parked, Map<Message, String> found) {
        faults.before("write");
        keep(found);
        Written written = store(arrived, parked);
        faults.after("write");
        return written;
    }

    @Override
    public Set<MessageKey> delivered(Set<MessageKey> keys) {
        faults.before("delivered");
        Set<MessageKey> found = new HashSet<>(keys);
        synchronized (this) {
            found.removeIf(key -> !has(key));
        }
        faults.after("delivered");
        return found;
    }

    @Override
    public void answerExpired(Set<MessageKey> keys) {
        faults.before("answerExpired");
        synchronized (this) {
            expired.addAll(keys);
        }
        faults.after("answerExpired");
    }

    @Override
    public List<MessageKey> foundExpired() {
        faults.before("foundExpired");
        synchronized (this) {
            return List.copyOf(expired);
        }
    }

    private boolean has(MessageKey key) {
        Message known = messages.get(key.id());
        return known != null && ContentDigest.of(known) == key.digest();
    }

    private synchronized void keep(Map<Message, String> found) {
        findings.putAll(found);
    }

    private synchronized Written store(List<Message> arrived, List<DeadLetter> parked) {
        int known = 0;
        List<Parked> refused = new ArrayList<>();
        Set<MessageKey> delivered = new HashSet<>();
        for (Message message : arrived) {
            boolean isNew = !refuses.test(message) && messages.putIfAbsent(message.id(), message) == null;
            if (refuses.test(message)) {
                if (has(MessageKey.of(message))) {
                    delivered.add(MessageKey.of(message));
                }
                refused.add(new Parked(MessageKey.of(message), ErrorCode.DATABASE_REFUSED, "refused"));
                parkedIds.add(message.id());
            } else if (!isNew && has(MessageKey.of(message))) {
                known++;
            } else if (!isNew) {
                refused.add(new Parked(MessageKey.of(message), ErrorCode.IDENTITY_REUSED, "other content"));
                parkedIds.add(message.id());
            }
        }
        for (DeadLetter letter : parked) {
            Message message = letter.message();
            if (message != null && has(MessageKey.of(message))) {
                delivered.add(MessageKey.of(message));
            } else if (message == null || parkedReasons.add(message.id() + " " + letter.code())) {
                deadLetters.add(letter);
                if (message != null && letter.code() == ErrorCode.EXPIRED) {
                    expired.add(MessageKey.of(message));
                }
            }
        }
        batches.add(arrived.size() + parked.size());
        duplicates += known;
        return new Written(known, refused, delivered);
    }

    /** @return what was found in messages that arrived; a copy */
    public synchronized Map<Message, String> findings() {
        return Map.copyOf(findings);
    }

    /** @return messages that the database refused; a copy */
    public synchronized List<MessageId> refused() {
        return List.copyOf(parkedIds);
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
