package org.c4igateway.core.transport;

import java.util.Objects;

/**
 * Why a peer is not reachable, as far as its transport knows.
 *
 * @param reason one of a closed set, so that pages can say it in their language
 * @param detail what the reason is about, such as an address, a domain, or the words of a library; may be empty
 */
public record PeerAbsence(Reason reason, String detail) {
    public PeerAbsence {
        Objects.requireNonNull(reason);
        Objects.requireNonNull(detail);
    }

    /** @return the same in English words */
    public String text() {
        return reason.words.replace("{0}", detail);
    }

    /** What a transport can know. */
    public enum Reason {
        /** JMS: no address is known. */
        NO_ADDRESS("it has not announced its address, and the configuration names none"),
        /** JMS: the first attempt has not ended. */
        CONNECTING("the first attempt to connect to {0} has not ended"),
        /** JMS: the host refuses the connection. */
        NOTHING_LISTENS("nothing listens at {0}: its process is down, or the address is wrong"),
        /** JMS: nothing comes back. */
        NO_ANSWER("{0} does not answer: its host is down, no route leads to it, or a firewall blocks the connection"),
        /** JMS: the name cannot be resolved. */
        UNKNOWN_HOST("this machine cannot resolve the host name in {0}"),
        /** JMS: TCP works, and what follows does not. */
        HANDSHAKE("{0} accepts the connection but does not finish the handshake: only one side uses TLS,"
                + " or one refuses the other's certificate"),
        /** JMS: the broker refuses the login. */
        LOGIN_REFUSED("its broker refuses user or password: {0}"),
        /** Two nodes have the name of this one. */
        NAMESAKE("another node has this node's name, and the peer accepts the other node: {0}"),
        /** JMS: any other fault of a connection. */
        NO_CONNECTION("the connection fails: {0}"),
        /** JMS: an external broker is there, the peer is not. */
        SILENT("the broker {0} accepts messages for the peer, but nothing comes from the peer"),
        /** DDS: no other participant is in the domain. */
        ALONE(
                "no other participant is in DDS domain {0}: another domain id, another interface, or discovery is blocked"),
        /** DDS: others are in the domain, the peer is not. */
        NOT_DISCOVERED("it has not announced itself in DDS domain {0}"),
        /** DDS: DDS Security refused a participant, and the peer has not announced itself. */
        CREDENTIALS_REFUSED("DDS Security refuses a participant: {0}"),
        /** DDS: types or policies of its endpoints do not match. */
        UNFIT("its endpoints do not match those of this node: {0}"),
        /** DDS: discovery is under way. */
        NOT_MATCHED("it has announced itself; not all of its readers are found yet"),
        /** DDS: it is there and says nothing. */
        UNANSWERED("it has announced itself but does not answer greetings: it may not receive data from this node"),
        /** DDS: it was there. */
        GONE("its announcement has ended: its process has ended, or nothing came from it for the lease");

        private final String words;

        Reason(String words) {
            this.words = words;
        }
    }
}
