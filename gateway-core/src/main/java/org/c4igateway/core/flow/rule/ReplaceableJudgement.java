package org.c4igateway.core.flow.rule;

import java.util.Objects;
import org.c4igateway.core.message.Message;

/**
 * The check of payloads, the filter and the rule of release of a running node, which a change of its configuration
 * replaces together. Messages are judged by the former or by the new ones. Any thread; nothing waits.
 */
public final class ReplaceableJudgement {
    private volatile Current current;

    private record Current(PayloadCheck check, SubscriptionFilter filter, ReleaseRule release) {
        Current {
            Objects.requireNonNull(check);
            Objects.requireNonNull(filter);
            Objects.requireNonNull(release);
        }
    }

    /** Begins with these. */
    public ReplaceableJudgement(PayloadCheck check, SubscriptionFilter filter, ReleaseRule release) {
        current = new Current(check, filter, release);
    }

    /** Judges all further messages by these. */
    public void replace(PayloadCheck check, SubscriptionFilter filter, ReleaseRule release) {
        current = new Current(check, filter, release);
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

    /** @return the rule of release that is current at each call */
    public ReleaseRule release() {
        return (message, destination) -> current.release().refusal(message, destination);
    }
}
