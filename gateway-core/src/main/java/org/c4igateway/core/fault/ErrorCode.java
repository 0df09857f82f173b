package org.c4igateway.core.fault;

/**
 * Stable codes of everything that can go wrong, as operators see them ({@code GW-nnn}). The number and meaning of a
 * code never change; a retired code is never reused. GW-1xx start-up and configuration, GW-2xx transport, GW-3xx
 * message content, GW-4xx interface database.
 */
public enum ErrorCode implements ReasonCode {
    CONFIGURATION(101),
    NATIVE_LIBRARY(102),
    PORT_IN_USE(103),
    SCHEMA_VERSION(104),
    CATALOGUE(105),
    /** An address with which the process joined a DDS domain is gone. */
    ADDRESS_CHANGED(106),
    DEFECT(199),

    PEER_UNREACHABLE(201),
    TRANSPORT_CLOSED(202),
    UNKNOWN_DESTINATION(203),
    TRANSPORT_REFUSED(204),
    NO_RECEIPT(205),
    CATALOGUE_MISMATCH(206),
    LINK_POLICY(207),
    LINK_OVERFLOW(208),
    NAME_CONFLICT(209),
    NOT_ADMITTED(210),

    UNKNOWN_TOPIC(301),
    PAYLOAD_TOO_LARGE(302),
    MALFORMED_PAYLOAD(303),
    EXPIRED(304),
    INVALID_ENCODING(305),
    EMPTY_PAYLOAD(306),
    MALFORMED_ENVELOPE(307),
    ENDED_BY_OPERATOR(308),
    FILTERED(309),
    /** The receiver has another message of the same origin and number. */
    IDENTITY_REUSED(310),
    NOT_JUDGED(311),
    /** What the C4I server wrote is not in the encoding that the node is told it writes. */
    EDGE_ENCODING(312),
    /** The encoding of the destination's C4I server lacks a character of the message. */
    UNMAPPABLE_CHARACTER(313),
    /** Nobody subscribed to the topic of a published message. */
    NO_SUBSCRIBER(314),
    /** The destination that the row names does not subscribe to its topic. */
    NOT_SUBSCRIBED(315),
    /** An operator retired the subscriber before the message was delivered to it. */
    SUBSCRIBER_RETIRED(316),
    /** A dead letter was put back before the inbox, but it is gone or does not hold the message as it came. */
    LETTER_INCOMPLETE(317),
    /** The destination refused the message, and took it when one of its operators put the dead letter back. */
    TAKEN_AFTER_ALL(318),
    /** More systems announce themselves than may join. */
    TOO_MANY_NEWCOMERS(320),
    /** A system joined and does not tell where it listens. */
    NO_ADDRESS(321),
    /** A system announces itself under a name that may not join. */
    NEWCOMER_REFUSED(322),
    /** The label of a message may not go to its destination or over a link. */
    NOT_RELEASED(323),

    DATABASE_UNAVAILABLE(401),
    FENCED(402),
    DATABASE_REFUSED(403),
    CLOCK_SKEW(404),
    /** Older than the destination remembers what it has received: sent again, it could arrive twice. */
    BEYOND_HORIZON(405),
    /** A row of a table elsewhere cannot be a message. */
    ROW_REFUSED(406),
    /** A table elsewhere refuses a received message. */
    TABLE_REFUSED(407),
    /** A table elsewhere cannot be read or written now. */
    TABLE_UNAVAILABLE(408),
    /** A running node does not use its changed files. */
    CONFIGURATION_REFUSED(409),
    /** The files of a running node say what only a restart applies. */
    RESTART_NEEDED(410),
    /** A running node could not open its data path with its changed files. */
    RENEWAL_FAILED(411),
    /** A mapping does not fit the table elsewhere: names, types or rights. */
    TABLE_MISFIT(412),
    /** A table elsewhere refuses what is to be written for one row, which is tried again; the others go on. */
    ROW_HELD(413),
    /** After a restore it is unknown which rows of a table elsewhere were taken; none is, until an operator tells. */
    TABLE_HELD(414);

    /** Prefix of the number. */
    static final String PREFIX = "GW-";

    private final int number;

    ErrorCode(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }
}
