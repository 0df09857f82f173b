package org.c4igateway.jms;

import jakarta.jms.JMSSecurityException;
import org.apache.activemq.artemis.api.core.ActiveMQDuplicateMetaDataException;
import org.c4igateway.core.fault.ErrorCode;

/**
 * Why there is no connection to a peer.
 *
 * @param text of the first cause
 */
record LinkFailure(ErrorCode code, String text) {
    static LinkFailure of(Exception cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new LinkFailure(codeOf(cause), String.valueOf(root.getMessage()));
    }

    private static ErrorCode codeOf(Exception cause) {
        if (cause.getCause() instanceof ActiveMQDuplicateMetaDataException) {
            return ErrorCode.NAME_CONFLICT;
        }
        return cause instanceof JMSSecurityException ? ErrorCode.TRANSPORT_REFUSED : ErrorCode.PEER_UNREACHABLE;
    }
}
