package org.c4igateway.dds.api.qos;

import java.util.Objects;

/**
 * Why a writer and a reader of one topic do not match.
 *
 * @param policy name of the policy as in DDS 1.4
 * @param offered what the writer offers
 * @param requested what the reader asks for
 * @param rule the rule that is violated
 */
public record QosConflict(String policy, String offered, String requested, String rule) {
    public QosConflict {
        Objects.requireNonNull(policy);
        Objects.requireNonNull(offered);
        Objects.requireNonNull(requested);
        Objects.requireNonNull(rule);
    }

    @Override
    public String toString() {
        return policy + ": offered " + offered + ", requested " + requested + "; " + rule;
    }
}
