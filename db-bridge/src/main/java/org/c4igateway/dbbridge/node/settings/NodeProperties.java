package org.c4igateway.dbbridge.node.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.fault.InvalidSettingException;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.jdbc.DatabaseUrl;
import org.c4igateway.dbbridge.retention.RetentionPolicy;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Configuration of a node, {@code c4i.*} in its YAML file.
 *
 * @param system name of the C4I system beside this node, for example {@code ALPHA}
 * @param database its interface database
 * @param destinations transport per destination system, {@code jms} or {@code dds}
 * @param catalogue topic catalogue file; the shipped reference catalogue when absent
 * @param validation what is asked of payloads
 * @param definitions directory with definitions of messages, besides the shipped ones
 * @param maxPayload largest payload carried
 * @param subscriptions which of the received messages the C4I server wants
 * @param flow bounds and timers of the data path
 * @param retention how long rows stay
 * @param drainTimeout how long a stopping node waits for receipts
 * @param ledgerInterval how often the ledger is read for the metrics and for rows that have no route
 * @param unroutedTimeout how long a row waits for a route to its destination before it is rejected
 * @param newcomers transports over which other systems may join without being named in destinations
 * @param newcomerNames names that may join so, with * for any characters; any name when empty
 * @param unclaimedTimeout how long a published message waits for a subscriber before it is rejected
 * @param release which labels may go to which destination
 * @param objectives within which time messages of a precedence should arrive
 */
@ConfigurationProperties("c4i")
public record NodeProperties(
        String system,
        DatabaseProperties database,
        @DefaultValue Map<String, String> destinations,
        @Nullable Path catalogue,
        @DefaultValue ValidationProperties validation,
        @Nullable Path definitions,
        @DefaultValue("1MB") DataSize maxPayload,
        @DefaultValue SubscriptionProperties subscriptions,
        @DefaultValue FlowProperties flow,
        @DefaultValue RetentionProperties retention,
        @DefaultValue("10s") Duration drainTimeout,
        @DefaultValue("10s") Duration ledgerInterval,
        @DefaultValue("24h") Duration unroutedTimeout,
        @DefaultValue List<String> newcomers,
        @DefaultValue List<String> newcomerNames,
        @DefaultValue("1m") Duration unclaimedTimeout,
        @DefaultValue ReleaseProperties release,
        @DefaultValue ObjectiveProperties objectives) {
    /** Destination of what nobody subscribes to; no system has that name. */
    public static final String NOBODY = "NOBODY";

    private static final long MAX_PAYLOAD_BYTES = 16L << 20;

    public NodeProperties {
        require(
                system != null && SystemName.isValid(system) && !system.equals(NOBODY),
                "c4i.system",
                system,
                "the name of this system, 1-32 of A-Z 0-9 . _ -");
        require(ledgerInterval.isPositive(), "c4i.ledger-interval", ledgerInterval, "a duration above 0");
        require(unroutedTimeout.isPositive(), "c4i.unrouted-timeout", unroutedTimeout, "a duration above 0");
        require(!unclaimedTimeout.isNegative(), "c4i.unclaimed-timeout", unclaimedTimeout, "a duration of 0 or more");
        require(database != null, "c4i.database.url", null, "the JDBC URL of the interface database");
        destinations = Map.copyOf(destinations);
        newcomers = List.copyOf(newcomers);
        newcomerNames = NewcomerNames.checked(newcomerNames);
        for (Map.Entry<String, String> route : destinations.entrySet()) {
            require(
                    SystemName.isValid(route.getKey()) && !route.getKey().equals(NOBODY),
                    "c4i.destinations." + route.getKey(),
                    route.getValue(),
                    "a system name as key, 1-32 of A-Z 0-9 . _ -");
        }
        require(!destinations.containsKey(system), "c4i.destinations." + system, system, "other systems only");
        require(
                maxPayload.toBytes() > 0 && maxPayload.toBytes() <= MAX_PAYLOAD_BYTES,
                "c4i.max-payload",
                maxPayload,
                "a size above 0 and up to 16MB");
        require(!drainTimeout.isNegative(), "c4i.drain-timeout", drainTimeout, "a duration of 0 or more");
        requireAccepted("c4i.flow.", flow::toSettings);
        requireAccepted("c4i.retention.", retention::toPolicy);
    }

    /** @return this node's system */
    public SystemName self() {
        return new SystemName(system);
    }

    /** @return transport name per destination, in order of names */
    public Map<SystemName, String> routes() {
        Map<SystemName, String> routes = new LinkedHashMap<>();
        destinations.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(route -> routes.put(new SystemName(route.getKey()), route.getValue()));
        return routes;
    }

    /** @return destinations that go by a transport */
    public Set<SystemName> peers(String transport) {
        Set<SystemName> peers = new TreeSet<>();
        routes().forEach((destination, name) -> {
            if (name.equals(transport)) {
                peers.add(destination);
            }
        });
        return peers;
    }

    public static void require(boolean condition, String key, @Nullable Object value, String expected) {
        if (!condition) {
            refuse(
                    key,
                    key + (value == null ? " is missing" : ": '" + value + "' is not accepted"),
                    "Set " + key + " to " + expected + ".");
        }
    }

    /** Names the key of a setting that the code that uses it does not accept. */
    private static void requireAccepted(String prefix, Supplier<?> settings) {
        try {
            var _ = settings.get();
        } catch (InvalidSettingException e) {
            require(false, prefix + e.name(), e.value(), e.expected());
        }
    }

    private static void refuse(String key, String message, String remedy) {
        throw new GatewayException.Fatal(ErrorCode.CONFIGURATION, message, remedy, null).about(key);
    }

    /**
     * The interface database.
     *
     * @param url JDBC URL of PostgreSQL 15 or newer; several hosts are allowed, a login is not
     * @param username login with role {@code c4i_bridge}
     * @param password its password, from the environment or a file
     * @param poolSize most connections
     * @param migrate whether to create or upgrade the schema at start-up, which takes an owner login
     * @param ownerUsername login for migrations; that of the node when absent
     * @param ownerPassword its password
     */
    public record DatabaseProperties(
            String url,
            String username,
            @DefaultValue("") String password,
            @DefaultValue("8") int poolSize,
            @DefaultValue("false") boolean migrate,
            @Nullable String ownerUsername,
            @Nullable String ownerPassword) {
        public DatabaseProperties {
            requireUrl(url);
            require(username != null && !username.isBlank(), "c4i.database.username", username, "a login");
            require(poolSize >= 2, "c4i.database.pool-size", poolSize, "at least 2");
        }

        private static void requireUrl(@Nullable String url) {
            String key = "c4i.database.url";
            DatabaseUrl.fault(url == null ? "" : url).ifPresent(fault -> {
                switch (fault) {
                    case PASSWORD ->
                        refuse(key, key + " holds a password", "Remove it from the URL and set c4i.database.password.");
                    case KEY_PASSWORD ->
                        refuse(
                                key,
                                key + " holds sslpassword",
                                "Remove it, and protect the key by the permissions of its file.");
                    case USER ->
                        refuse(key, key + " holds a login", "Remove it from the URL and set c4i.database.username.");
                    case SYNTAX -> require(false, key, url, "a URL such as jdbc:postgresql://host:5432/db");
                }
            });
        }

        @Override
        public String toString() {
            return "DatabaseProperties[url=" + url + ", username=" + username + ", password=***]";
        }
    }

    /**
     * What the node subscribes to, and filters on received messages: expressions that are true for wanted messages.
     * Without a filter all messages are wanted.
     *
     * @param wanted topics that it subscribes to; all when empty
     * @param classes filter by traffic class
     * @param topics filter by topic id, instead of that of its class
     */
    public record SubscriptionProperties(
            @DefaultValue List<WantedProperties> wanted,
            @DefaultValue Map<String, String> classes,
            @DefaultValue Map<String, String> topics) {
        public SubscriptionProperties {
            wanted = List.copyOf(wanted);
            classes = Map.copyOf(classes);
            topics = Map.copyOf(topics);
        }
    }

    /**
     * Bounds and timers; see {@link FlowSettings}.
     *
     * @param maxInFlightRows most rows per destination group in memory
     * @param maxInFlightBytes most bytes of those
     * @param fetchRows most rows of one precedence read at once
     * @param sendTimeout longest block of one send
     * @param receiptTimeout first wait for a receipt before rows are read again
     * @param maxReceiptTimeout longest such wait
     * @param fastPoll pause between polls while rows come
     * @param idlePoll pause between polls while none come
     * @param inboundRows most received messages waiting for the inbox
     * @param inboundBytes most bytes of those
     * @param inboundBatchRows most messages per inbox transaction
     * @param retryPause first pause after the database went away
     * @param maxRetryPause longest such pause
     */
    public record FlowProperties(
            @DefaultValue("4096") int maxInFlightRows,
            @DefaultValue("32MB") DataSize maxInFlightBytes,
            @DefaultValue("512") int fetchRows,
            @DefaultValue("50ms") Duration sendTimeout,
            @DefaultValue("5s") Duration receiptTimeout,
            @DefaultValue("60s") Duration maxReceiptTimeout,
            @DefaultValue("2ms") Duration fastPoll,
            @DefaultValue("250ms") Duration idlePoll,
            @DefaultValue("4096") int inboundRows,
            @DefaultValue("32MB") DataSize inboundBytes,
            @DefaultValue("512") int inboundBatchRows,
            @DefaultValue("100ms") Duration retryPause,
            @DefaultValue("5s") Duration maxRetryPause) {
        public FlowSettings toSettings() {
            return new FlowSettings(
                    maxInFlightRows,
                    maxInFlightBytes.toBytes(),
                    fetchRows,
                    sendTimeout,
                    receiptTimeout,
                    maxReceiptTimeout,
                    fastPoll,
                    idlePoll,
                    inboundRows,
                    inboundBytes.toBytes(),
                    inboundBatchRows,
                    retryPause,
                    maxRetryPause);
        }
    }

    /**
     * How long rows stay; whole days are dropped at once.
     *
     * @param outboxDays days of outbox and delivery log
     * @param inboxDays days of inbox
     * @param identityDays days that a received identity is remembered; more than {@code inboxDays}
     * @param deadLetterDays days of dead letters
     */
    public record RetentionProperties(
            @DefaultValue("14") int outboxDays,
            @DefaultValue("14") int inboxDays,
            @DefaultValue("60") int identityDays,
            @DefaultValue("90") int deadLetterDays) {
        public RetentionPolicy toPolicy() {
            return new RetentionPolicy(RetentionPolicy.DAYS_AHEAD, outboxDays, inboxDays, identityDays, deadLetterDays);
        }
    }
}
