package org.c4igateway.core.flow.rule;

import java.util.Objects;
import org.c4igateway.core.message.Message;

/**
 * The check of payloads and the filter of a running node, which a change of its configuration replaces together.
 * Messages are judged by the former or by the new ones. Any thread; nothing waits.
 */
public final class ReplaceableJudgement {
    private volatile Current current;

    private record Current(PayloadCheck check, SubscriptionFilter filter) {
        Current {
            Objects.requireNonNull(check);
            Objects.requireNonNull(filter);
        }
    }

    /** Begins with these. */
    public ReplaceableJudgement(PayloadCheck check, SubscriptionFilter filter) {
        current = new Current(check, filter);
    }

    /** Judges all further messages by these. */
    public void replace(PayloadCheck check, SubscriptionFilter filter) {
        current = new Current(check, filter);
    }

    /** @return the check that is current at each call */
    public PayloadCheck check() {
        return new PayloadCheck() {
            @Override
            public MessageJudgement check(Message message) {
                return current.check().check(message);
            }

            @Override
            public PayloadCheck ofReceived() {
                return message -> current.check().ofReceived().check(message);
            }
        };
    }

    /** @return the filter that is current at each call */
    public SubscriptionFilter filter() {
        return message -> current.filter().judge(message);
    }
}
