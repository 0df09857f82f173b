package org.c4igateway.wan.route.outlet;

import java.util.HashMap;
import java.util.Map;

/** Token buckets of one second's worth, at least one message, for the topics that have a cap. */
final class TopicCaps {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, Double> perSecond;
    private final Map<String, Bucket> buckets = new HashMap<>();

    TopicCaps(Map<String, Double> perSecond) {
        this.perSecond = perSecond;
    }

    /** @return whether the topic's cap leaves room for a message now; it is taken then */
    boolean take(String topicId, long nowNanos) {
        Double rate = perSecond.get(topicId);
        return rate == null
                || buckets.computeIfAbsent(topicId, key -> new Bucket(rate, nowNanos))
                        .take(nowNanos);
    }

    private static final class Bucket {
        private final double rate;
        private final double most;
        private double tokens;
        private long filledAtNanos;

        Bucket(double rate, long nowNanos) {
            this.rate = rate;
            this.most = Math.max(1, rate);
            this.tokens = most;
            this.filledAtNanos = nowNanos;
        }

        boolean take(long nowNanos) {
            tokens = Math.min(most, tokens + (nowNanos - filledAtNanos) / NANOS_PER_SECOND * rate);
            filledAtNanos = nowNanos;
            if (tokens < 1) {
                return false;
            }
            tokens -= 1;
            return true;
        }
    }
}
