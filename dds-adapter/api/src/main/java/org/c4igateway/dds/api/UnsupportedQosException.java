package org.c4igateway.dds.api;

import org.c4igateway.dds.api.qos.QosPolicy;

/** The provider lacks a policy, or a value of one. */
public final class UnsupportedQosException extends DdsException {
    private static final long serialVersionUID = 1L;

    /**
     * @param provider name of the provider
     * @param policy the policy with its value
     * @param reason why not, and what to use instead
     */
    public UnsupportedQosException(String provider, QosPolicy policy, String reason) {
        super("provider '" + provider + "' does not support " + policy + ": " + reason);
    }
}
