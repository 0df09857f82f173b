package org.c4igateway.core.metric;

/**
 * Names of the gateway's meters as Micrometer knows them; Prometheus shows them in snake case with {@code _total} for
 * counters. Labels are bounded: systems, transports, precedences, states and codes, never identities.
 */
public final class MeterNames {
    /** Rows read from the outbox; label precedence. */
    public static final String OUTBOX_ROWS = "c4i.outbox.rows";
    /** Messages accepted by a transport; labels transport, destination group. */
    public static final String SENT = "c4i.sent";
    /** Final states written to the delivery log; labels destination, state, code. */
    public static final String DELIVERIES = "c4i.deliveries";
    /** Rows in memory without a final state; labels transport, group. */
    public static final String IN_FLIGHT_ROWS = "c4i.in.flight.rows";
    /** Bytes of those. */
    public static final String IN_FLIGHT_BYTES = "c4i.in.flight.bytes";
    /** Times a destination was read again from the outbox; labels destination, reason. */
    public static final String REWINDS = "c4i.rewinds";
    /** Sends that met back-pressure; labels transport, group. */
    public static final String BACK_PRESSURE = "c4i.back.pressure";
    /** Received messages by what became of them; label result (delivered, duplicate; not_taken: refused
     * while closing, sent again by its origin when the topic is reliable). */
    public static final String INBOX = "c4i.inbox.messages";
    /** Received messages of topics with a filter; labels topic, result (wanted, excluded; undecided: delivered; failed:
     * parked). */
    public static final String SUBSCRIPTION_MESSAGES = "c4i.subscription.messages";
    /** Payloads looked at; labels direction (inbound, outbound), result (clean; deviating: goes on; refused). */
    public static final String PAYLOAD_CHECKS = "c4i.payload.checks";
    /** Payloads that break a rule; labels direction, rule, severity (error: refused for it; warning). */
    public static final String PAYLOAD_FINDINGS = "c4i.payload.findings";
    /** Things that arrived and are no message; label code. */
    public static final String MALFORMED = "c4i.malformed";
    /**
     * Seconds from the origin's created-at to the inbox commit; label transport. Needs synchronised clocks across
     * hosts.
     */
    public static final String END_TO_END = "c4i.end.to.end";
    /**
     * Histogram of seconds from the origin's created-at to the inbox commit; label precedence. Needs synchronised
     * clocks across hosts.
     */
    public static final String ARRIVAL_AGE = "c4i.arrival.age";
    /** Messages of those that took longer than the objective of their precedence; label precedence. */
    public static final String ARRIVALS_LATE = "c4i.arrivals.late";
    /** The objective in seconds; label precedence. */
    public static final String ARRIVAL_OBJECTIVE = "c4i.arrival.objective.seconds";
    /** Messages of one inbox transaction. */
    public static final String INBOX_BATCH = "c4i.inbox.batch";
    /** Receipts handed to a transport; labels transport, result. */
    public static final String RECEIPTS = "c4i.receipts";
    /** Failed database calls that will be tried again; label part. */
    public static final String DATABASE_RETRIES = "c4i.database.retries";
    /** Spans of traces; label result (made, exported, failed). */
    public static final String TRACE_SPANS = "c4i.trace.spans";
    /** 1 while the peer is reachable; labels transport, peer. */
    public static final String PEER_REACHABLE = "c4i.peer.reachable";
    /** Topics on which a peer's catalogue differs; label peer. */
    public static final String CATALOGUE_MISMATCHES = "c4i.catalogue.mismatches";

    /** When a credential ends, in seconds since 1970; labels transport, credential. */
    public static final String CREDENTIAL_END = "c4i.credential.end.seconds";
    /** Its description, which is one for all that show credentials. */
    public static final String CREDENTIAL_END_MEANING = "When a credential ends, in seconds since 1970";
    /** What keeps messages back until an operator acts; labels transport, code. */
    public static final String TRANSPORT_ALARMS = "c4i.transport.alarms";

    /** Rows of the ledger; labels destination, state (accepted and all states). */
    public static final String LEDGER_ROWS = "c4i.ledger.rows";
    /** 1 when the ledger of a destination does not balance; label destination. */
    public static final String LEDGER_UNBALANCED = "c4i.ledger.unbalanced";
    /** Rows without a final state, counted in the database; labels destination, precedence. */
    public static final String BACKLOG_ROWS = "c4i.backlog.rows";
    /** Age of the oldest of those in seconds, 0 when there is none; labels destination, precedence. */
    public static final String BACKLOG_AGE = "c4i.backlog.age.seconds";
    /** Seconds since ledger and backlog were read as a whole, 0 while this node is not active. */
    public static final String LEDGER_AGE = "c4i.ledger.age.seconds";
    /** Parked messages kept in the dead letters; label direction (inbound, outbound). */
    public static final String DEAD_LETTERS = "c4i.dead.letters";
    /** Systems that joined without being configured. */
    public static final String NEWCOMERS = "c4i.newcomers";
    /** Names that may not join, each once; label code. */
    public static final String NEWCOMERS_REFUSED = "c4i.newcomers.refused";
    /** Names that may not join now; label code. */
    public static final String NEWCOMERS_KEPT_OUT = "c4i.newcomers.kept.out";
    /** Published messages without destinations; label state (waiting to be routed, unclaimed: nobody subscribes). */
    public static final String PUBLICATION_ROWS = "c4i.publication.rows";
    /** Age of the oldest of those in seconds, 0 when there is none; label state. */
    public static final String PUBLICATION_AGE = "c4i.publication.age.seconds";
    /** 1 while this node holds the lease of its outbox, or of the first shard of it, else 0. */
    public static final String NODE_ACTIVE = "c4i.node.active";
    /** Into how many shards the outbox is divided; 0 until the node knows. */
    public static final String SHARDS = "c4i.shards";
    /** 1 while this node serves that shard, else 0; label shard. */
    public static final String SHARD_ACTIVE = "c4i.shard.active";
    /** Pending rows for a destination to which the node has no transport; label destination. */
    public static final String UNROUTED_ROWS = "c4i.unrouted.rows";
    /** Seconds that the clock of the database is ahead of the node's; negative when it is behind. */
    public static final String CLOCK_SKEW = "c4i.database.clock.skew.seconds";
    /** Rows in a default partition, which should have none. */
    public static final String DEFAULT_PARTITION_ROWS = "c4i.default.partition.rows";
    /** Days after today for which partitions are ready, without a gap. */
    public static final String PARTITION_DAYS_AHEAD = "c4i.partition.days.ahead";

    /** Rows of tables elsewhere; labels table, result (submitted, known, parked, delivered). */
    public static final String TABLE_ROWS = "c4i.table.rows";
    /** Seconds since nothing was left to do for a table elsewhere; label table. */
    public static final String TABLE_AGE = "c4i.table.age.seconds";
    /** 1 while a table elsewhere cannot be worked on, else 0; label table. */
    public static final String TABLE_FAILING = "c4i.table.failing";

    /** Samples that a history service keeps; label topic. */
    public static final String HISTORY_SAMPLES = "c4i.history.samples";
    /** Bytes of those; label topic. */
    public static final String HISTORY_BYTES = "c4i.history.bytes";
    /** Readers that are matched with the history; label topic. */
    public static final String HISTORY_READERS = "c4i.history.readers";
    /** What has arrived at a history service and is not stored yet. */
    public static final String HISTORY_WAITING = "c4i.history.waiting";
    /** Samples taken into the history; label topic. */
    public static final String HISTORY_STORED = "c4i.history.stored";
    /** Samples that came again and are in the history already; label topic. */
    public static final String HISTORY_REPEATED = "c4i.history.repeated";
    /** Samples that are not kept; label reason (full, malformed, transport, old). */
    public static final String HISTORY_LOST = "c4i.history.lost";
    /** Samples that a reader of the history held up for so long that others came in their place; label topic. */
    public static final String HISTORY_UNSERVED = "c4i.history.unserved";

    /** Seconds since a loop of the process turned last, 0 while it has nothing to do; label loop. */
    public static final String LOOP_SILENCE = "c4i.loop.silence.seconds";
    /** 1 while a loop of the process turns as it should, else 0; label loop. */
    public static final String LOOP_ALIVE = "c4i.loop.alive";
    /** Turns of a loop that failed; label loop. */
    public static final String LOOP_FAILURES = "c4i.loop.failures";

    /** Attempts to take over changed files; label result (applied, unchanged, needs_restart, refused, postponed). */
    public static final String CONFIGURATION_RELOADS = "c4i.configuration.reloads";
    /** 1 while the node does not use its present files, else 0. */
    public static final String CONFIGURATION_REFUSED = "c4i.configuration.refused";
    /** Keys whose value in the files waits for a restart. */
    public static final String CONFIGURATION_WAITING = "c4i.configuration.restart.keys";

    /** Label: loop of the process. */
    public static final String LOOP = "loop";
    /** Label: table elsewhere, as database and mapping. */
    public static final String TABLE = "table";
    /** Label: middleware. */
    public static final String TRANSPORT = "transport";
    /** Label: certificate or file that has an end of validity. */
    public static final String CREDENTIAL = "credential";
    /** Label: peer system. */
    public static final String PEER = "peer";

    public static final String SHARD = "shard";
    /** Label: destination system. */
    public static final String DESTINATION = "destination";
    /** Label: origin system. */
    public static final String ORIGIN = "origin";
    /** Label: precedence. */
    public static final String PRECEDENCE = "precedence";
    /** Label: final state. */
    public static final String STATE = "state";
    /** Label: stable error code, or {@code none}. */
    public static final String CODE = "code";
    /** Label: result. */
    public static final String RESULT = "result";
    /** Label: topic of the catalogue; only of topics that have a filter, or a history. */
    public static final String TOPIC = "topic";
    /** Label: reason. */
    public static final String REASON = "reason";
    /** Label: group of destinations that share a sender thread. */
    public static final String GROUP = "group";
    /** Label: inbound or outbound. */
    public static final String DIRECTION = "direction";

    public static final String RULE = "rule";
    public static final String SEVERITY = "severity";
    /** Label: part of the gateway. */
    public static final String PART = "part";

    private MeterNames() {}
}
