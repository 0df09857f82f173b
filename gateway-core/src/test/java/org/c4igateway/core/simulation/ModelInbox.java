package org.c4igateway.core.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.ContentDigest;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.store.Inbox;

/** The inbox as one process uses it: only while it holds the lease. */
class ModelInbox implements Inbox {
    private final Session session;

    ModelInbox(Session session) {
        this.session = session;
    }

    @Override
    public Written write(List<Message> messages, List<DeadLetter> deadLetters, Map<Message, String> findings) {
        return session.call(() -> store(messages, deadLetters));
    }

    private Written store(List<Message> messages, List<DeadLetter> deadLetters) {
        int known = 0;
        List<Parked> parked = new ArrayList<>();
        for (Message message : messages) {
            long digest = ContentDigest.of(message);
            Long there = session.database().tables().keys.get(message.id());
            if (RowDraws.isRefused(message)) {
                parked.add(new Parked(new MessageKey(message.id(), digest), ErrorCode.MALFORMED_PAYLOAD, "refused"));
            } else if (there == null) {
                session.database().receive(session.start(), message, digest, session.now());
            } else if (isSame(there, digest)) {
                known++;
            } else {
                parked.add(new Parked(new MessageKey(message.id(), digest), ErrorCode.IDENTITY_REUSED, "other"));
            }
        }
        Set<MessageKey> delivered = new HashSet<>();
        for (DeadLetter letter : deadLetters) {
            Message message = letter.message();
            if (message != null && has(MessageKey.of(message))) {
                delivered.add(MessageKey.of(message));
            } else if (message != null && letter.code() == ErrorCode.EXPIRED) {
                session.database().foundExpired(session.start(), Set.of(MessageKey.of(message)));
            }
        }
        return new Written(known, parked, delivered);
    }

    boolean isSame(long there, long digest) {
        return there == digest;
    }

    private boolean has(MessageKey key) {
        Long there = session.database().tables().keys.get(key.id());
        return there != null && isSame(there, key.digest());
    }

    @Override
    public Set<MessageKey> delivered(Set<MessageKey> keys) {
        return session.call(() -> {
            Set<MessageKey> found = new HashSet<>(keys);
            found.removeIf(key -> !has(key));
            return found;
        });
    }

    @Override
    public void answerExpired(Set<MessageKey> keys) {
        var _ = session.call(() -> {
            session.database().foundExpired(session.start(), keys);
            return true;
        });
    }

    @Override
    public List<MessageKey> foundExpired() {
        return session.call(() -> List.copyOf(session.database().tables().expired));
    }
}
