package org.c4igateway.jms;

import jakarta.jms.JMSSecurityException;
import java.time.Duration;
import org.apache.activemq.artemis.api.core.ActiveMQDuplicateMetaDataException;
import org.apache.activemq.artemis.api.core.ActiveMQNotConnectedException;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.core.transport.PeerAbsence.Reason;
import org.c4igateway.jms.client.AddressProbe;
import org.c4igateway.jms.client.BrokerAddress;

/**
 * Why there is no connection to a peer.
 *
 * @param text of the first cause
 * @param absence the same for operators
 */
record LinkFailure(ErrorCode code, String text, PeerAbsence absence) {
    /** No attempt has ended. */
    static LinkFailure none(BrokerAddress address) {
        return new LinkFailure(ErrorCode.PEER_UNREACHABLE, "", new PeerAbsence(Reason.CONNECTING, address.name()));
    }

    /** A connection that there was has ended, or a broker refuses what goes over it. */
    static LinkFailure of(Exception cause) {
        String text = rootText(cause);
        ErrorCode code = codeOf(cause);
        Reason reason = switch (code) {
            case NAME_CONFLICT -> Reason.NAMESAKE;
            case TRANSPORT_REFUSED -> Reason.LOGIN_REFUSED;
            default -> Reason.NO_CONNECTION;
        };
        return new LinkFailure(code, text, new PeerAbsence(reason, text));
    }

    /**
     * An attempt to connect has failed. The client library says only that it could not connect; how long it took, and
     * what TCP says to another attempt, tell more. Blocks for a moment.
     */
    static LinkFailure of(Exception cause, BrokerAddress address, Duration took) {
        LinkFailure told = of(cause);
        if (told.absence().reason() == Reason.LOGIN_REFUSED) { // what the broker says names the user
            return new LinkFailure(told.code(), told.text(), new PeerAbsence(Reason.LOGIN_REFUSED, address.name()));
        }
        if (!(cause.getCause() instanceof ActiveMQNotConnectedException)) {
            return told;
        }
        Reason reason =
                address.tuning().callTimeout().compareTo(took) <= 0 ? Reason.NO_ANSWER : AddressProbe.ask(address);
        return new LinkFailure(told.code(), told.text(), new PeerAbsence(reason, address.name()));
    }

    private static String rootText(Exception cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    private static ErrorCode codeOf(Exception cause) {
        if (cause.getCause() instanceof ActiveMQDuplicateMetaDataException) {
            return ErrorCode.NAME_CONFLICT;
        }
        return cause instanceof JMSSecurityException ? ErrorCode.TRANSPORT_REFUSED : ErrorCode.PEER_UNREACHABLE;
    }
}
