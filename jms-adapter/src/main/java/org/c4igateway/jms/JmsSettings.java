package org.c4igateway.jms;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Dscp;
import org.c4igateway.core.transport.DscpSettings;
import org.c4igateway.jms.wire.ReadableBatches;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration of the JMS transport, bound from {@code c4i.transports.jms}. Validated when built: a wrong value throws
 * {@link org.c4igateway.core.fault.GatewayException.Fatal} that names the key. There is no default password.
 *
 * @param host address that the engine listens on
 * @param port port that the engine listens on; 0 takes any free one
 * @param peers host and port of each peer's engine by system, as {@code host:port} or {@code tcp://host:port}; not used
 *     with an external broker
 * @param profile settings of the client library
 * @param credentials what peers present to this engine, and what this node presents to theirs or to the external broker
 * @param tls certificates; null for plain TCP
 * @param externalUrl external broker that holds the queues of all systems, as {@code host:port} or {@code
 *     tcp://host:port}, or the brokers of a group of which one serves at a time, with commas between them; null for an
 *     embedded engine per node
 * @param limits bounds of memory
 * @param batch which rows go together in one JMS message
 * @param advertised where peers reach this node's engine, as {@code host:port}, told to those that do not know it; null
 *     for host and port, or for nothing when the host stands for all addresses of this machine
 * @param dscp marks of what this node sends to the brokers of peers, by precedence
 */
@ConfigurationProperties(JmsSettings.PREFIX)
public record JmsSettings(
        @DefaultValue("127.0.0.1") String host,
        @DefaultValue("61616") int port,
        @DefaultValue Map<String, String> peers,
        @DefaultValue("tuned") JmsProfile profile,
        @DefaultValue Credentials credentials,
        @Nullable Tls tls,
        @Nullable String externalUrl,
        @DefaultValue Limits limits,
        @DefaultValue Batch batch,
        @Nullable String advertised,
        @DefaultValue DscpSettings dscp) {
    /** Prefix of the configuration keys. */
    public static final String PREFIX = "c4i.transports.jms";

    private static final int MAX_PORT = 65_535;
    private static final Set<String> ANY = Set.of("0.0.0.0", "::", "[::]", "0:0:0:0:0:0:0:0");

    public JmsSettings {
        peers = Map.copyOf(peers);
        InvalidSetting.when(host.isBlank(), "host", host, "is blank", "an address of this machine");
        InvalidSetting.when(port < 0 || port > MAX_PORT, "port", port, "is not a port", "0 to 65535");
        peers.forEach((system, url) -> {
            InvalidSetting.when(!SystemName.isValid(system), "peers", system, "is not a system name", "A-Z 0-9 . _ -");
            HostPort.parse("peers." + system, url);
        });
        if (externalUrl != null) {
            HostPort.parseAll("external-url", externalUrl);
        }
        if (advertised != null) {
            HostPort.parse("advertised", advertised);
        }
        InvalidSetting.when(
                externalUrl != null && tls != null && tls.verifyNames(),
                "tls.verify-names",
                true,
                "cannot be had with external-url, where the broker sees the certificates",
                "false");
        dscp.wrong()
                .ifPresent(wrong ->
                        InvalidSetting.when(true, "dscp." + wrong.key(), wrong.text(), "is no DSCP", Dscp.FORMS));
    }

    /** @return the same with marks */
    public JmsSettings withDscp(DscpSettings other) {
        return new JmsSettings(
                host, port, peers, profile, credentials, tls, externalUrl, limits, batch, advertised, other);
    }

    /** @return the same with the address that peers are told */
    public JmsSettings withAdvertised(String address) {
        return new JmsSettings(host, port, peers, profile, credentials, tls, externalUrl, limits, batch, address, dscp);
    }

    /**
     * @param listening port that the engine listens on
     * @return what others are told; empty when there is no address that could be told
     */
    String toldAddress(int listening) {
        if (advertised != null) {
            return HostPort.parse("advertised", advertised).toString();
        }
        return ANY.contains(host) ? "" : host + ":" + listening;
    }

    /** Whether the engine writes by whose certificate a message came. */
    public boolean verifiesNames() {
        return tls != null && tls.verifyNames();
    }

    /** @return a node with an embedded engine on the loopback interface, no peers yet, profile {@code tuned} */
    public static JmsSettings loopback(int port, Credentials credentials) {
        return new JmsSettings(
                "127.0.0.1",
                port,
                Map.of(),
                JmsProfile.TUNED,
                credentials,
                null,
                null,
                Limits.DEFAULTS,
                Batch.DEFAULTS,
                null,
                DscpSettings.NONE);
    }

    /** @return the same with one more peer */
    public JmsSettings withPeer(String system, String url) {
        Map<String, String> more = new HashMap<>(peers);
        more.put(system, url);
        return new JmsSettings(
                host, port, more, profile, credentials, tls, externalUrl, limits, batch, advertised, dscp);
    }

    /** @return the same with another profile */
    public JmsSettings withProfile(JmsProfile other) {
        return new JmsSettings(
                host, port, peers, other, credentials, tls, externalUrl, limits, batch, advertised, dscp);
    }

    /** @return the same with TLS */
    public JmsSettings withTls(Tls other) {
        return new JmsSettings(
                host, port, peers, profile, credentials, other, externalUrl, limits, batch, advertised, dscp);
    }

    /** @return the same with all queues on an external broker */
    public JmsSettings withExternalUrl(String url) {
        return new JmsSettings(host, port, peers, profile, credentials, tls, url, limits, batch, advertised, dscp);
    }

    /** @return the same with other bounds */
    public JmsSettings withLimits(Limits other) {
        return new JmsSettings(
                host, port, peers, profile, credentials, tls, externalUrl, other, batch, advertised, dscp);
    }

    /** @return the same with other batches */
    public JmsSettings withBatch(Batch other) {
        return new JmsSettings(
                host, port, peers, profile, credentials, tls, externalUrl, limits, other, advertised, dscp);
    }

    /**
     * Name and secret. Never printed.
     *
     * @param user name
     * @param password secret, at least 8 characters
     */
    public record Credentials(
            @DefaultValue("") String user, @DefaultValue("") String password) {
        private static final int MIN_PASSWORD_CHARS = 8;

        public Credentials {
            InvalidSetting.when(user.isBlank(), "credentials.user", user, "is missing", "the mesh's user");
            InvalidSetting.when(
                    password.length() < MIN_PASSWORD_CHARS,
                    "credentials.password",
                    "(hidden)",
                    "is missing or shorter than 8 characters",
                    "a secret from the environment or a file");
        }

        @Override
        public String toString() {
            return "Credentials[user=" + user + ", password=(hidden)]";
        }
    }

    /**
     * Certificates. TLS 1.3 only; both sides show theirs unless {@code clientAuth} is false.
     *
     * @param keyStore PKCS#12 file with this node's key and certificate
     * @param keyStorePassword its secret
     * @param trustStore PKCS#12 file with the certificates to trust
     * @param trustStorePassword its secret
     * @param clientAuth whether the engine demands the peer's certificate
     * @param verifyHost whether a peer's certificate must carry the host name that was connected to
     * @param verifyNames whether what comes in the name of a system must come by a certificate with that common name
     */
    public record Tls(
            @DefaultValue("") String keyStore,
            @DefaultValue("") String keyStorePassword,
            @DefaultValue("") String trustStore,
            @DefaultValue("") String trustStorePassword,
            @DefaultValue("true") boolean clientAuth,
            @DefaultValue("true") boolean verifyHost,
            @DefaultValue("false") boolean verifyNames) {
        public Tls {
            InvalidSetting.when(keyStore.isBlank(), "tls.key-store", keyStore, "is missing", "a PKCS#12 file");
            InvalidSetting.when(trustStore.isBlank(), "tls.trust-store", trustStore, "is missing", "a PKCS#12 file");
            InvalidSetting.when(
                    verifyNames && !clientAuth, "tls.verify-names", true, "needs tls.client-auth", "both, or none");
        }

        @Override
        public String toString() {
            return "Tls[keyStore=" + keyStore + ", trustStore=" + trustStore + ", clientAuth=" + clientAuth
                    + ", verifyHost=" + verifyHost + ", verifyNames=" + verifyNames + "]";
        }
    }

    /**
     * Bounds of memory. What is beyond them stays in the outbox.
     *
     * @param queueBytes bytes in the inbound queue of this engine above which senders get no more credits
     * @param inFlightMessages messages per peer that are handed over and not yet acknowledged by its engine
     * @param inFlightBytes bytes of those; one message is always let through
     */
    public record Limits(
            @DefaultValue("16777216") long queueBytes,
            @DefaultValue("1024") int inFlightMessages,
            @DefaultValue("4194304") long inFlightBytes) {
        /** 16 MiB in the queue; 1,024 messages and 4 MiB in flight. */
        public static final Limits DEFAULTS = new Limits(16L << 20, 1_024, 4L << 20);

        private static final long MIN_BYTES = 65_536;

        public Limits {
            InvalidSetting.when(
                    queueBytes < MIN_BYTES, "limits.queue-bytes", queueBytes, "is too small", "65536 or more");
            InvalidSetting.when(
                    inFlightMessages < 1, "limits.in-flight-messages", inFlightMessages, "is too small", "1 or more");
            InvalidSetting.when(
                    inFlightBytes < MIN_BYTES,
                    "limits.in-flight-bytes",
                    inFlightBytes,
                    "is too small",
                    "65536 or more");
        }
    }

    /**
     * Rows that go together in one JMS message, to peers that read such batches.
     *
     * @param enabled whether batches are sent and peers are told that this node reads them
     * @param bytes most bytes of rows in a batch, before compression; a larger row goes by itself
     * @param linger how long a batch waits for more rows while the node reads more from its outbox
     * @param compress whether batches are compressed, to peers that do so as well
     */
    public record Batch(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("65536") int bytes,
            @DefaultValue("1ms") Duration linger,
            @DefaultValue("false") boolean compress) {
        private static final int MIN_BYTES = 1_024;
        private static final int MAX_BYTES = 65_536;
        private static final Duration MAX_LINGER = Duration.ofMillis(100);

        /** 64 KiB, 1 ms, not compressed. */
        public static final Batch DEFAULTS = new Batch(true, 65_536, Duration.ofMillis(1), false);

        /** Each row by itself. */
        public static final Batch OFF = new Batch(false, 65_536, Duration.ofMillis(1), false);

        public Batch {
            InvalidSetting.when(
                    bytes < MIN_BYTES || bytes > MAX_BYTES, "batch.bytes", bytes, "is out of range", "1024 to 65536");
            InvalidSetting.when(
                    linger.isNegative() || linger.compareTo(MAX_LINGER) > 0,
                    "batch.linger",
                    linger,
                    "is out of range",
                    "0ms to 100ms");
        }

        /** @return the dictionary that batches are compressed with; null when they are not */
        public @Nullable CompressionDictionary dictionary() {
            return compress ? CompressionDictionary.shipped().getFirst() : null;
        }

        /** @return what peers are told */
        ReadableBatches readable() {
            CompressionDictionary dictionary = dictionary();
            int identity = dictionary == null ? 0 : (int) dictionary.identity();
            return enabled ? new ReadableBatches(true, identity) : ReadableBatches.NONE;
        }
    }
}
